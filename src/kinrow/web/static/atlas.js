// The atlas: the server tells it as a page in each language, of which the body is shown.

import { $ } from "./dom.js";
import { begin, inEveryLanguage } from "./page.js";
import { language } from "./texts.js";

async function show() {
  const wanted = language();
  const answer = await fetch(`/atlas/${wanted}.html`);
  const told = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (answer.ok && wanted === language()) $("#atlas").replaceChildren(...told.body.children);
}

await begin();
inEveryLanguage(show);
