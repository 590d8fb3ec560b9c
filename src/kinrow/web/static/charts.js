// Curves and bars on a scale of powers of ten.

import { h, s } from "./dom.js";
import { number } from "./texts.js";

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [520, 300, 46, 12, 34];
const RIGHT = 20;
const DIGITS = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"];
const power = (/** @type {number} */ exponent) =>
  `10${[...String(exponent)].map((digit) => DIGITS[Number(digit)]).join("")}`;
const log = (/** @type {number | null} */ value) => Math.log10(Math.max(1, value ?? 1));

/**
 * @param {number} top the power of ten at the top
 * @param {number} columns
 * @param {string} title
 * @param {string} under
 */
function frame(top, columns, title, under) {
  const high = (/** @type {number} */ value) =>
    HEIGHT - BOTTOM - (log(value) / top) * (HEIGHT - TOP - BOTTOM);
  const wide = (/** @type {number} */ at) =>
    LEFT + (columns > 1 ? (at / (columns - 1)) * (WIDTH - LEFT - RIGHT) : 0);
  const marks = [];
  for (let tens = 0; tens <= top; tens++)
    marks.push(
      s("path", { class: "axis", d: `M${LEFT} ${high(10 ** tens)}H${WIDTH - RIGHT}` }),
      s("text", { x: LEFT - 8, y: high(10 ** tens) + 4, "text-anchor": "end" }, power(tens)),
    );
  const label = s(
    "text",
    { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 4, "text-anchor": "middle" },
    under,
  );
  const svg = s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": title },
    ...marks,
    label,
  );
  return { svg, high, wide };
}

/**
 * @param {string} title
 * @param {SVGElement} svg
 * @param {string[]} names
 */
function figure(title, svg, names) {
  const key = names.map((name, at) => h("li", {}, h("b", { class: `c${at}` }, "■"), ` ${name}`));
  return h(
    "figure",
    { class: "card chart", tabindex: 0 },
    h("figcaption", {}, h("b", {}, title), h("ul", { class: "key" }, key)),
    svg,
  );
}

/**
 * Curves; a null value is not drawn.
 * @param {string} title
 * @param {string} under
 * @param {[string, (number | null)[]][]} list names and values
 */
export function curves(title, under, list) {
  const columns = Math.max(2, ...list.map(([, values]) => values.length));
  const top = Math.ceil(Math.max(1, ...list.flatMap(([, values]) => values.map(log))));
  const { svg, high, wide } = frame(top, columns, title, under);
  for (let at = 0; at < columns; at++)
    svg.append(
      s("text", { x: wide(at), y: HEIGHT - BOTTOM + 15, "text-anchor": "middle" }, String(at)),
    );
  list.forEach(([, values], which) => {
    const points = values.flatMap((value, at) =>
      value === null ? [] : [{ x: wide(at), y: high(value) }],
    );
    svg.append(
      s("path", {
        class: `curve c${which}`,
        d: points.map(({ x, y }, at) => `${at ? "L" : "M"}${x} ${y}`).join(""),
      }),
    );
    for (const { x, y } of points)
      svg.append(s("circle", { class: `dot c${which}`, cx: x, cy: y, r: 2.5 }));
  });
  return figure(
    title,
    svg,
    list.map(([name]) => name),
  );
}

/**
 * @param {string} title
 * @param {string} under
 * @param {[string, number[]][]} groups names and values, a bar for each
 * @param {string[]} legend the names of the bars
 */
export function bars(title, under, groups, legend) {
  const top = Math.ceil(Math.max(1, ...groups.flatMap(([, values]) => values.map(log))));
  const { svg, high } = frame(top, 2, title, under);
  const room = (WIDTH - LEFT - RIGHT) / groups.length;
  const width = (room * 0.7) / legend.length;
  groups.forEach(([name, values], group) => {
    const start = LEFT + group * room + room * 0.15;
    values.forEach((value, at) => {
      const y = Math.min(high(value), high(1) - 1);
      const bar = s("rect", {
        class: `bar c${at}`,
        x: start + at * width,
        y,
        width: width - 1,
        height: high(1) - y,
      });
      bar.append(s("title", {}, `${name}: ${legend[at]} ${number(value)}`));
      svg.append(bar);
    });
    svg.append(
      s("text", { x: start + room * 0.35, y: HEIGHT - BOTTOM + 15, "text-anchor": "middle" }, name),
    );
  });
  return figure(title, svg, legend);
}
