// Every word on the pages comes from the one catalogue, in the reader's language.

/** @typedef {keyof typeof import("words/web.json")} Key */
/** @typedef {"en" | "zh-Hans" | "zh-Hant"} Language */
/** @typedef {Record<string, Record<Language, string>>} Texts */
/** @typedef {Record<string, string | number>} Values */

/** @type {readonly Language[]} */
export const LANGUAGES = ["en", "zh-Hans", "zh-Hant"];
/** @type {Texts} */
let catalogue = {};
/** @type {Texts} */
let faults = {};
/** @type {Language} */
let current = "en";

/**
 * The language that the reader chose, or that the browser asks for.
 * @returns {Language}
 */
export function wished() {
  const kept = LANGUAGES.find((name) => name === localStorage.getItem("language"));
  if (kept) return kept;
  for (const name of navigator.languages ?? [navigator.language]) {
    const low = name.toLowerCase();
    if (low.startsWith("en")) return "en";
    if (low.startsWith("zh")) return /hant|tw|hk|mo/.test(low) ? "zh-Hant" : "zh-Hans";
  }
  return "en";
}

export async function loadTexts() {
  const read = async (/** @type {string} */ room) =>
    (await fetch(new URL(`../words/${room}.json`, import.meta.url))).json();
  [catalogue, faults] = await Promise.all([read("web"), read("faults")]);
  setLanguage(wished(), false);
}

export const language = () => current;

/** @param {Language} name */
export function setLanguage(name, keep = true) {
  current = name;
  if (keep) localStorage.setItem("language", name);
  document.documentElement.lang = name;
  for (const element of marked("data-t")) element.textContent = marking(element, "data-t");
  for (const element of marked("data-label"))
    element.setAttribute("aria-label", marking(element, "data-label"));
  document.title = `kinrow · ${document.querySelector("h1")?.textContent}`;
  dispatchEvent(new CustomEvent("language"));
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
  const words = texts[key]?.[current] ?? key;
  const full = words.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
  // A space that parts a Latin letter from a Han character has no place between two of the latter.
  return full.replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, "");
}

/**
 * @param {Key} key
 * @param {Values} values
 */
export const t = (key, values = {}) => filled(catalogue, key, values);

/**
 * @param {string} code
 * @param {Values} values
 */
export const faultText = (code, values = {}) => filled(faults, code, values);

/**
 * The code of a fault's English text, if it has one.
 * @param {string} text
 */
export const faultCode = (text) =>
  Object.entries(faults).find(([, words]) => words.en === text)?.[0] ?? null;

export const number = (/** @type {number} */ value) =>
  value.toLocaleString(current === "en" ? "en" : "zh");
