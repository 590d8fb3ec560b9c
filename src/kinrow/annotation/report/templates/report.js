// A click on a button copies the table below it.

/** @param {HTMLTableElement} table */
const textOf = (table) =>
  [...table.rows]
    .map((row) => [...row.cells].map((cell) => cell.textContent.trim()).join("\t"))
    .join("\n");

/**
 * For a page that may not write to the clipboard, as one from a file.
 * @param {HTMLTableElement} table
 */
function copySelected(table) {
  table.closest("details")?.setAttribute("open", "");
  getSelection()?.selectAllChildren(table);
  return document.execCommand("copy");
}

/** @param {HTMLTableElement} table */
async function copied(table) {
  try {
    await navigator.clipboard.writeText(textOf(table));
    return true;
  } catch {
    return copySelected(table);
  }
}

const { copied: copiedText = "", selected: selectedText = "" } = document.body.dataset;
for (const button of document.querySelectorAll("button[data-table]")) {
  const table = document.getElementById(button.getAttribute("data-table") ?? "");
  if (!(table instanceof HTMLTableElement)) continue;
  const said = button.textContent;
  button.addEventListener("click", async () => {
    button.textContent = (await copied(table)) ? copiedText : selectedText;
    setTimeout(() => {
      button.textContent = said;
    }, 1500);
  });
}
