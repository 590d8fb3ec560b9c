// What all pages share: language, light or dark, and the word that the connection is lost.

import { $, h } from "./dom.js";
import { language, loadTexts, setLanguage, t } from "./texts.js";

const THEMES = ["auto", "light", "dark"];

function theme(name) {
  const root = document.documentElement;
  if (name === "auto") delete root.dataset.theme;
  else root.dataset.theme = name;
  localStorage.setItem("theme", name);
}

function chooser(id, values, current, label, onPick) {
  const select = h(
    "select",
    { id, "data-label": label, onchange: () => onPick(select.value) },
    values.map(([value, key]) =>
      h("option", { value, ...(key ? { "data-t": key } : {}) }, key ? "" : value),
    ),
  );
  select.value = current;
  return select;
}

export async function begin() {
  const kept = localStorage.getItem("theme") ?? "auto";
  theme(kept);
  const languages = h(
    "select",
    { id: "language", "data-label": "page.language", onchange: () => setLanguage(languages.value) },
    [
      ["en", "English"],
      ["zh-Hans", "简体中文"],
      ["zh-Hant", "繁體中文"],
    ].map(([value, name]) => h("option", { value, lang: value }, name)),
  );
  const themes = chooser(
    "theme",
    THEMES.map((name) => [name, `theme.${name}`]),
    kept,
    "page.theme",
    theme,
  );
  $("#choices").append(languages, themes);
  await loadTexts();
  languages.value = language();
  const banner = $("#lost");
  addEventListener("connection", ({ detail }) => {
    banner.hidden = !detail.lost;
    banner.textContent = detail.lost ? t("page.lost") : "";
  });
}

// Runs `show` now and whenever the language changes.
export function inEveryLanguage(show) {
  addEventListener("language", show);
  show();
}

export function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
