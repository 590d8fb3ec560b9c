// Every word on the pages comes from the one catalogue, in the reader's language.

const LANGUAGES = ["en", "zh-Hans", "zh-Hant"];
let catalogue = {};
let faults = {};
let current = "en";

function wished() {
  const kept = localStorage.getItem("language");
  if (LANGUAGES.includes(kept)) return kept;
  for (const name of navigator.languages ?? [navigator.language]) {
    const low = name.toLowerCase();
    if (low.startsWith("en")) return "en";
    if (low.startsWith("zh")) return /hant|tw|hk|mo/.test(low) ? "zh-Hant" : "zh-Hans";
  }
  return "en";
}

export async function loadTexts() {
  const read = async (room) => (await fetch(`/words/${room}.json`)).json();
  [catalogue, faults] = await Promise.all([read("web"), read("faults")]);
  setLanguage(wished(), false);
}

export const language = () => current;

export function setLanguage(name, keep = true) {
  current = name;
  if (keep) localStorage.setItem("language", name);
  document.documentElement.lang = name;
  for (const element of document.querySelectorAll("[data-t]"))
    element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll("[data-label]"))
    element.setAttribute("aria-label", t(element.dataset.label));
  document.title = `kinrow · ${document.querySelector("h1").textContent}`;
  dispatchEvent(new CustomEvent("language"));
}

function filled(texts, key, values) {
  const words = texts[key]?.[current] ?? key;
  return words.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export const t = (key, values = {}) => filled(catalogue, key, values);

export const faultText = (code, values = {}) => filled(faults, code, values);

export const number = (value) => Number(value).toLocaleString(current === "en" ? "en" : "zh");
