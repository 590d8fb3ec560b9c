// Every word on the pages comes from the catalogues, of which only those in the reader's language are loaded.

import { ask } from "./api.js";
import { keep, kept } from "./dom.js";

/** @typedef {keyof typeof import("words/web.json") | `rule.${string}`} Key */
/** @typedef {"en" | "zh-Hans" | "zh-Hant"} Language */
/** @typedef {Record<string, string>} Texts by key, in one language */
/** @typedef {Record<string, string | number>} Values */

/** @type {readonly Language[]} */
export const LANGUAGES = ["en", "zh-Hans", "zh-Hant"];
/** @type {Texts} */
let catalogue = {};
/** @type {Texts} */
let faults = {};
/** @type {Language} */
let current = "en";
/** @type {Language} the one that was asked for last */
let wanted = current;
/** @type {Map<Language, Texts[]>} */
const loaded = new Map();

/**
 * The language that the reader chose, or that the browser asks for.
 * @returns {Language}
 */
export function wished() {
  const last = kept("language");
  const chosen = LANGUAGES.find((name) => name === last);
  if (chosen) return chosen;
  for (const name of navigator.languages ?? [navigator.language]) {
    const low = name.toLowerCase();
    if (low.startsWith("en")) return "en";
    if (low.startsWith("zh")) return /hant|tw|hk|mo/.test(low) ? "zh-Hant" : "zh-Hans";
  }
  return "en";
}

/**
 * The catalogues in a language: the pages' words, and what can be wrong.
 * @param {Language} name
 * @returns {Promise<Texts[]>}
 */
const load = (name) =>
  Promise.all(
    ["web", "faults"].map((room) =>
      ask(new URL(`../words/${name}/${room}.json`, import.meta.url), {}),
    ),
  );

export const language = () => current;

/**
 * Words the page in a language, once its catalogues are there.
 * @param {Language} name
 * @returns {Promise<void>}
 */
export async function setLanguage(name) {
  wanted = name;
  const texts = loaded.get(name) ?? (await load(name));
  loaded.set(name, texts);
  if (name !== wanted) return setLanguage(wanted); // which the reader chose meanwhile
  [catalogue, faults] = texts;
  current = name;
  document.documentElement.lang = name;
  for (const element of marked("data-t")) element.textContent = marking(element, "data-t");
  for (const element of marked("data-label"))
    element.setAttribute("aria-label", marking(element, "data-label"));
  document.title = `kinrow · ${document.querySelector("h1")?.textContent}`;
  dispatchEvent(new CustomEvent("language"));
}

/** Keeps the reader's choice, for the next page, too. @param {Language} name */
export function chooseLanguage(name) {
  keep("language", name);
  return setLanguage(name);
}

const marked = (/** @type {string} */ name) => document.querySelectorAll(`[${name}]`);

/**
 * The text that an attribute of an element names.
 * @param {Element} element
 * @param {string} name
 */
const marking = (element, name) => filled(catalogue, element.getAttribute(name) ?? "", {});

/**
 * @param {Texts} texts
 * @param {string} key
 * @param {Values} values
 */
function filled(texts, key, values) {
  const words = texts[key] ?? key;
  const full = words.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
  // A space that parts a Latin letter from a Han character has no place between two of the latter.
  return full.replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, "");
}

/**
 * The text of a key; where `n` is 1, the one for a single thing, if there is one.
 * @param {Key} key
 * @param {Values} values
 */
export function t(key, values = {}) {
  const one = `${key}.one`;
  return filled(catalogue, String(values.n) === "1" && one in catalogue ? one : key, values);
}

/**
 * @param {string} code
 * @param {Values} values
 */
export const faultText = (code, values = {}) => filled(faults, code, values);

export const number = (/** @type {number} */ value) =>
  value.toLocaleString(current === "en" ? "en" : "zh");
