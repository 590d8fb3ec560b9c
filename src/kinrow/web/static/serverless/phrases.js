// What is wrong, as a code and parameters; and the problem document that carries it across.

/** @import { Phrase, ProblemAnswer } from "shapes" */
/** @typedef {Phrase["params"]} Params */
/**
 * A problem document in no language.
 * @typedef {Omit<ProblemAnswer, "detail" | "faults"> & { faults: Phrase[] }} Wrong
 */

/**
 * @param {string} code of a text in words/en/faults.json
 * @param {Params} params
 * @returns {Phrase}
 */
export const say = (code, params = {}) => ({ code, params });

/**
 * So many.
 * @param {number} number
 * @param {"row" | "cell" | "stone" | "turn" | "number"} noun
 */
export const some = (number, noun) =>
  say(number === 1 ? `count.${noun}` : `count.${noun}s`, { number });

/**
 * Several as one.
 * @param {Phrase[]} parts
 */
export const joined = (parts) => (parts.length === 1 ? parts[0] : say("list.of", { parts }));

const ESCAPES = new Map([
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);
const MOST_SHOWN = 40;

/** @param {string} char one that cannot be seen */
function escaped(char) {
  const point = /** @type {number} */ (char.codePointAt(0));
  const hex = (/** @type {number} */ digits) => point.toString(16).padStart(digits, "0");
  return point < 256 ? `\\x${hex(2)}` : point < 65536 ? `\\u${hex(4)}` : `\\U${hex(8)}`;
}

/**
 * Foreign text as a message shows it: quoted, escaped, cut short.
 * @param {string} text
 * @param {number} most characters
 */
export function shown(text, most = MOST_SHOWN) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const chars = [...text].map((char) => {
    if (char === quote) return `\\${char}`;
    const hidden = char !== " " && /[\p{C}\p{Z}]/u.test(char);
    return ESCAPES.get(char) ?? (hidden ? escaped(char) : char);
  });
  const whole = [...`${quote}${chars.join("")}${quote}`];
  if (whole.length <= most) return whole.join("");
  return `${whole.slice(0, most - 3).join("")}...`;
}

/**
 * Plain data as Python writes it, which is how the server shows it.
 * @param {unknown} value
 * @returns {string}
 */
export function repr(value) {
  if (typeof value === "string") return shown(value, Infinity);
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return String(value).replace("Infinity", "inf");
  if (value === null) return "None";
  const fields = Object.entries(value).map(([name, each]) => `${repr(name)}: ${repr(each)}`);
  return `{${fields.join(", ")}}`;
}

/**
 * Foreign data as a message shows it: cut short.
 * @param {unknown} value
 */
export function shownValue(value) {
  const whole = [...repr(value)];
  return whole.length <= MOST_SHOWN
    ? whole.join("")
    : `${whole.slice(0, MOST_SHOWN - 3).join("")}...`;
}

export class Refused extends Error {
  /**
   * - `status`: as over HTTP; `kind`: the last part of the document's `type`.
   * - `phrase`: what is wrong; `faults`: all of it, one by one.
   * @param {number} status
   * @param {string} kind
   * @param {Phrase} phrase
   * @param {Phrase[]} faults
   */
  constructor(status, kind, phrase, faults = [phrase]) {
    super(phrase.code);
    this.status = status;
    this.kind = kind;
    this.phrase = phrase;
    this.faults = faults;
  }

  /** @returns {Wrong} */
  get document() {
    const title = this.kind.replaceAll("-", " ");
    return {
      type: `/problems/${this.kind}`,
      title: title[0].toUpperCase() + title.slice(1),
      status: this.status,
      ...this.phrase,
      faults: this.faults,
    };
  }
}

/** @param {Phrase} phrase */
export const unreadable = (phrase) => new Refused(422, "unreadable", phrase);
/** @param {Phrase} phrase */
export const impossible = (phrase) => new Refused(422, "impossible", phrase);
