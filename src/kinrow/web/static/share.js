// Taking a game away: its link, or a file of it.

import { post } from "./api.js";
import { $, say } from "./dom.js";
import { faultsOf } from "./faults.js";
import { download } from "./page.js";
import { state, where } from "./state.js";
import { t } from "./texts.js";

export async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    say($("#copied"), t("export.copied"));
  } catch {
    say($("#copied"), location.href);
  }
}

/**
 * @param {string} format
 * @param {"top" | "bottom"} rows where row 1 is
 */
export async function exportAs(format, rows) {
  try {
    const { name, type, text } = await post("export", {
      ...where(),
      format,
      numbers: state.numbers,
      rows_from: rows,
    });
    download(name, type, text);
    say($("#copied"), t("export.saved", { name }));
  } catch (problem) {
    say($("#copied"), faultsOf(problem).join("; "));
  }
}
