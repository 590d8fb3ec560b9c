// The atlas: the server has it as a page in each language, of which the body is shown.

import { $, fill, h, put, say } from "./dom.js";
import { begin, inEveryLanguage, ready } from "./page.js";
import { language, t, wished } from "./texts.js";

/** @import { Language } from "./texts.js" */

const PROOFS = "https://github.com/kinrow/kinrow/tree/main/examples/proofs";
/** Proved with a book; the others have a strategy, or need none. */
const BOOKED = "20,20,5";
const bodyIn = (/** @type {Language} */ name) => fetch(`/atlas/${name}.html`);

/** @type {Language} */
let asked = wished();
let answer = bodyIn(asked); // it need not wait for the texts
let isThere = false;

async function show() {
  if (asked !== language()) answer = bodyIn(language());
  asked = language();
  const [wanted, got] = [asked, await answer];
  if (!got.ok || got.bodyUsed) return certificate();
  const page = new DOMParser().parseFromString(await got.text(), "text/html");
  if (wanted === language()) $("#atlas").replaceChildren(...page.body.children);
  isThere = true;
  certificate();
}

/** The proved game that the link names; nothing if the link is broken. */
function named() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

/** How to obtain the certificate of the game that the link names, and how to check it. */
function certificate() {
  const game = named();
  const row = document.getElementById(game);
  const isGame = isThere ? row instanceof HTMLTableRowElement : /^\d+[+*]?,\d/.test(game);
  put($("#certificate"), "hidden", isGame ? null : "");
  if (!isGame) return;
  for (const other of document.querySelectorAll("tr.named")) other.classList.remove("named");
  row?.classList.add("named");
  say($("#certified"), t("certificate.title", { game: `(${game})` }));
  const name = game.replace(/[,:]/g, "-");
  const strategy = `${name}.strategy`;
  const known = ($("#atlas").dataset.strategies ?? "").split(" ").includes(strategy);
  let help = game === BOOKED ? ` --memory 6GiB --book examples/proofs/${name}.book` : "";
  if (known && !game.includes("+")) help = ` --strategy ${strategy}`; // only the script of a class finds its proof
  say($("#get"), `kinrow prove ${game}${help} -o ${name}.proof`);
  say($("#check"), `kinrow check ${name}.proof`);
  put($("#strategy"), "hidden", known || game === BOOKED ? null : "");
  const link = known
    ? h("a", { href: `/strategies/${strategy}`, download: strategy }, strategy)
    : h("a", { href: PROOFS }, `examples/proofs/${name}.book`);
  const words = known ? "certificate.strategy" : "certificate.book";
  const [before, after] = t(words, { file: "\n" }).split("\n");
  fill($("#strategy"), before, link, after);
}

await begin();
certificate(); // what a link is about comes first: it would push away what is shown
ready();
inEveryLanguage(show);
addEventListener("hashchange", () => {
  certificate();
  $("#certificate").focus();
});
$("#row").addEventListener("click", () =>
  document.querySelector("tr.named")?.scrollIntoView({ block: "center" }),
);
