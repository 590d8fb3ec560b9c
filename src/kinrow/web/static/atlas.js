// The atlas: the server has it as a page in each language, of which the body is shown.

import { $ } from "./dom.js";
import { begin, inEveryLanguage } from "./page.js";
import { language } from "./texts.js";

async function show() {
  const wanted = language();
  const answer = await fetch(`/atlas/${wanted}.html`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (answer.ok && wanted === language()) $("#atlas").replaceChildren(...page.body.children);
}

await begin();
inEveryLanguage(show);
