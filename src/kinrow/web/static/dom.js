// Elements in one call, h for HTML, s for SVG; and what the browser keeps for the next page.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined} Child */
/** @typedef {Child | readonly Children[]} Children */
/**
 * Attributes by name: null, undefined and false leave one out; "onclick" and the like listen.
 * @typedef {Record<string, string | number | boolean | null | undefined | EventListener>} Attributes
 */

/**
 * @template {Element} T
 * @param {T} element
 * @param {Attributes} attributes
 * @param {readonly Children[]} children
 */
function made(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") Object.assign(element, { [name]: value });
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...there(children));
  return element;
}

/** @param {readonly Children[]} children */
function there(children) {
  const all = /** @type {Child[]} */ (children.flat(8));
  return all.filter((child) => child !== null && child !== undefined);
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} attributes
 * @param {readonly Children[]} children
 */
export const h = (tag, attributes = {}, ...children) =>
  made(document.createElement(tag), attributes, children);

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} attributes
 * @param {readonly Children[]} children
 */
export const s = (tag, attributes = {}, ...children) =>
  made(document.createElementNS(SVG, tag), attributes, children);

/**
 * The element of the page that the selector finds, which is of that kind.
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} kind
 */
export function the(selector, kind) {
  const found = document.querySelector(selector);
  if (found instanceof kind) return found;
  throw new TypeError(`${selector}: expected a ${kind.name}`);
}

/** @param {string} selector */
export const $ = (selector) => the(selector, HTMLElement);

/**
 * @param {Element} element
 * @param {readonly Children[]} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...there(children));
}

/**
 * Sets an attribute only where it changes; null takes it away.
 * @param {Element} element
 * @param {string} name
 * @param {string | number | boolean | null} value
 */
export function put(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/**
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * What the browser keeps for the next page under a name; null: nothing, as where it may keep nothing.
 * @param {string} name
 */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // the next page will do without
  }
}
