// Taking a game away: its link, or a file of it.

import { post } from "./api.js";
import { $, say } from "./dom.js";
import { faultsOf } from "./faults.js";
import { download } from "./page.js";
import { where } from "./state.js";
import { t } from "./texts.js";

export async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    say($("#copied"), t("export.copied"));
  } catch {
    say($("#copied"), location.href);
  }
}

/** @param {string} format */
export async function exportAs(format) {
  try {
    const { name, type, text } = await post("export", { ...where(), format });
    download(name, type, text);
    say($("#copied"), t("export.saved", { name }));
  } catch (problem) {
    say($("#copied"), faultsOf(problem).join("; "));
  }
}
