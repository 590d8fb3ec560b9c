// A click on an empty cell plays there: the page says what the move is worth.

const { win, draw, loss, mark, right, solved } = document.body.dataset;
/** @type {Record<string, string | undefined>} */
const ends = { win, draw, loss };
const figures = [...document.querySelectorAll("figure")];
const tally = document.getElementById("solved");

function count() {
  const done = figures.filter((figure) => figure.classList.contains("done")).length;
  if (tally) tally.textContent = `${solved}${done}/${figures.length}`;
}

/**
 * @param {HTMLElement} figure
 * @param {HTMLButtonElement} button
 */
function play(figure, button) {
  if (figure.classList.contains("done")) return;
  const said = figure.querySelector(".said");
  const name = button.ariaLabel?.split(" ")[0];
  const isRight = "right" in button.dataset;
  button.className = `played ${button.dataset.end}`;
  button.textContent = figure.dataset.sign ?? "";
  button.ariaLabel = `${name} ${button.textContent}`;
  const end = ends[button.dataset.end ?? ""] ?? "";
  if (said) said.textContent = `${name}${mark}${isRight ? right : ""}${end}`;
  if (!isRight) return;
  figure.classList.add("done");
  // Not `disabled`, which would take the focus away from the keyboard.
  for (const other of figure.querySelectorAll("button")) other.ariaDisabled = "true";
  count();
}

for (const figure of figures)
  for (const button of figure.querySelectorAll("button"))
    button.addEventListener("click", () => play(figure, button));

const grade = document.getElementById("grade");
grade?.addEventListener("change", () => {
  if (!(grade instanceof HTMLSelectElement)) return;
  for (const figure of figures)
    figure.hidden = grade.value !== "" && figure.dataset.grade !== grade.value;
});
count();
