// Taking a game away: its link, or a file of it.

import { post } from "./api.js";
import { $, say } from "./dom.js";
import { faultLine } from "./faults.js";
import { openedRecord } from "./opening.js";
import { download, teller } from "./page.js";
import { lineOfPlay, state, where } from "./state.js";
import { t } from "./texts.js";
import { linesOf, readTree } from "./variations.js";

const tell = teller((/** @type {string} */ words) => say($("#copied"), words));

export async function copyLink() {
  const link = location.href;
  try {
    await navigator.clipboard.writeText(link);
    tell(() => t("export.copied"));
  } catch {
    tell(() => link);
  }
}

/**
 * A picture is of the position on the board; a file of moves has the whole game. The main line of an opened game stays
 * the main line, but PSQ has no place for others.
 * @param {string} format
 */
function asked(format) {
  if (format === "svg") return where();
  const record = openedRecord();
  const variations = state.tree ? linesOf(readTree(state.tree)) : [];
  const kept = record && format !== "psq" ? variations[0] : null;
  return { ...where(), moves: kept ?? lineOfPlay(), variations, ...(record ? { record } : {}) };
}

/**
 * @param {string} format
 * @param {"top" | "bottom"} rows where row 1 is
 */
export async function exportAs(format, rows) {
  try {
    const { name, type, text } = await post("export", {
      ...asked(format),
      format,
      numbers: state.numbers,
      rows_from: rows,
    });
    download(name, type, text);
    tell(() => t("export.saved", { name }));
  } catch (problem) {
    tell(() => faultLine(problem));
  }
}
