// What all pages share: language, light or dark, and the word that the connection is lost.

import { $, h, keep, kept } from "./dom.js";
import { chooseLanguage, LANGUAGES, setLanguage, wished } from "./texts.js";

/** @import { Language } from "./texts.js" */

/** @type {Record<Language, string>} */
const NAMES = { en: "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文" };
const THEMES = ["auto", "light", "dark"];

/** @param {string} name */
function theme(name) {
  const root = document.documentElement;
  if (name === "auto") delete root.dataset.theme;
  else root.dataset.theme = name;
  keep("theme", name);
}

function themeChooser() {
  const last = kept("theme") ?? "auto";
  theme(last);
  const select = h(
    "select",
    { id: "theme", "data-label": "page.theme", onchange: () => theme(select.value) },
    THEMES.map((name) => h("option", { value: name, "data-t": `theme.${name}` })),
  );
  select.value = last;
  return select;
}

function languageChooser() {
  const pick = () => {
    const name = LANGUAGES.find((known) => known === select.value);
    if (name) chooseLanguage(name);
  };
  const select = h(
    "select",
    { id: "language", "data-label": "page.language", onchange: pick },
    LANGUAGES.map((name) => h("option", { value: name, lang: name }, NAMES[name])),
  );
  select.value = wished();
  return select;
}

export async function begin() {
  $("#choices").append(languageChooser(), themeChooser());
  const banner = $("#lost");
  addEventListener("connection", (event) => {
    const lost = event instanceof CustomEvent && event.detail.lost;
    banner.hidden = !lost;
  });
  await setLanguage(wished());
  document.querySelector("nav")?.classList.remove("waits");
}

/** Shows the page's own part: its texts are there, and what comes first. */
export const ready = () => document.querySelector("main")?.classList.remove("waits");

/**
 * Runs `show` now and whenever the language changes.
 * @param {() => void} show
 */
export function inEveryLanguage(show) {
  addEventListener("language", show);
  show();
}

/**
 * A way to say one thing after another: `show` gets the words of the last, again whenever the language changes,
 * or when it is called without new ones.
 * @template T
 * @param {(words: T) => void} show
 * @returns {(words?: () => T) => void}
 */
export function teller(show) {
  let again = () => {};
  addEventListener("language", () => again());
  return (words) => {
    if (words) again = () => show(words());
    again();
  };
}

const PAUSE = 30; // milliseconds: news may come faster than anyone reads

/**
 * A way to show news soon, and not while a pointer is pressed: a button that is moved, or made anew, before the release
 * would not be clicked.
 * @param {() => void} show
 */
export function calmly(show) {
  let timer = 0;
  let isPressed = false;
  const soon = () => {
    if (timer) return;
    timer = setTimeout(() => {
      timer = 0;
      if (!isPressed) show();
    }, PAUSE);
  };
  addEventListener("pointerdown", () => {
    isPressed = true;
  });
  for (const end of ["pointerup", "pointercancel", "contextmenu", "blur"])
    addEventListener(end, () => {
      if (isPressed) soon();
      isPressed = false;
    });
  return soon;
}

/**
 * @param {string} name
 * @param {string} type
 * @param {string} text
 */
export function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
