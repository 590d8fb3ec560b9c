// Elements in one call: h for HTML, s for SVG.

const SVG = "http://www.w3.org/2000/svg";

function made(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const h = (tag, attributes = {}, ...children) =>
  made(document.createElement(tag), attributes, children);

export const s = (tag, attributes = {}, ...children) =>
  made(document.createElementNS(SVG, tag), attributes, children);

export const $ = (selector, within = document) => within.querySelector(selector);

export function fill(element, ...children) {
  element.replaceChildren(...children.flat(3).filter((child) => child !== null));
}

// Sets an attribute only where it changes; null takes it away.
export function put(element, name, value) {
  if (value === null || value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
