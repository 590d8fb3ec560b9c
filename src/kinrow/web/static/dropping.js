// Files that are dropped on the page, from its first moment on: those that come before anyone listens wait.

const main = document.querySelector("main");
/** @type {File[]} */
const early = [];
/** @type {((file: File) => void) | null} */
let take = null;

main?.addEventListener("dragover", (event) => {
  event.preventDefault();
  main.classList.add("dropping");
});
main?.addEventListener("dragleave", () => main.classList.remove("dropping"));
main?.addEventListener("drop", (event) => {
  event.preventDefault();
  main.classList.remove("dropping");
  const file = event.dataTransfer?.files[0];
  if (file && take) take(file);
  else if (file) early.push(file);
});

/** @param {(file: File) => void} taker gets every file from now on, and the last one before */
export function onFile(taker) {
  take = taker;
  const file = early.pop();
  if (file) take(file);
}
