// A click on a button copies the table below it.

for (const button of document.querySelectorAll("button[data-table]")) {
  button.addEventListener("click", async () => {
    const table = document.getElementById(button.dataset.table);
    const words = row => [...row.cells].map(cell => cell.innerText.trim()).join("\t");
    const text = [...table.rows].map(words).join("\n");
    const said = button.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "copied";
    } catch {
      const range = document.createRange();
      table.closest("details")?.setAttribute("open", "");
      range.selectNode(table);
      const selection = getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      button.textContent = document.execCommand("copy") ? "copied" : "selected: press Ctrl+C";
    }
    setTimeout(() => { button.textContent = said; }, 1500);
  });
}
