// A certificate that is dropped on the page goes to the checker's worker; the verdict is shown.

import { $, fill, h, put, the } from "../dom.js";
import { gameName, sideName } from "../naming.js";
import { inEveryLanguage } from "../page.js";
import { change, HUMAN } from "../state.js";
import { faultText, number, t } from "../texts.js";
import { game, setNamed } from "./games.js";

/**
 * @import { GameAnswer } from "shapes"
 * @import { Header, Said } from "./checker.js"
 */

/** @type {Worker | null} */
let worker = null;
/** @type {Header | null} */
let header = null;
let words = () => /** @type {string[]} */ ([]); // what is said of the file, in the reader's language

function show() {
  fill(
    $("#verdict"),
    words().map((text) => h("p", {}, text)),
  );
  const busy = worker !== null;
  put($("#checked"), "hidden", busy ? null : "");
  put($("#stopcheck"), "hidden", busy ? null : "");
  put($("#setproof"), "hidden", header && isPlayable(header) ? null : "");
}

/** @param {() => string[]} now @param {"good" | "bad" | ""} kind */
function say(now, kind = "") {
  words = now;
  put($("#verdict"), "class", kind || null);
  show();
}

/**
 * @param {GameAnswer[]} games that have names
 * @returns what takes a file that is dropped
 */
export function listenToProofs(games) {
  setNamed(games);
  const input = the("#proof", HTMLInputElement);
  $("#choose").addEventListener("click", () => input.click());
  input.addEventListener("change", () => {
    take(input.files?.[0]);
    input.value = "";
  });
  $("#stopcheck").addEventListener("click", () => {
    end();
    say(() => [t("checker.stopped")]);
  });
  $("#setproof").addEventListener("click", () => header && setUp(header));
  inEveryLanguage(show);
  return take;
}

/** @param {File | undefined} file */
function take(file) {
  if (!file) return;
  end();
  header = null;
  const { name, size } = file;
  if (!name.endsWith(".proof")) return say(() => [t("checker.kinds", { name })], "bad");
  const begun = performance.now();
  worker = new Worker(new URL("checker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) =>
    hear(data, size, (performance.now() - begun) / 1000),
  );
  worker.postMessage(file);
  hear({ bytes: 0, positions: 0 }, size, 0);
}

function end() {
  worker?.terminate();
  worker = null;
}

/**
 * @param {Said} said
 * @param {number} size
 * @param {number} seconds
 */
function hear(said, size, seconds) {
  const { bytes = 0, positions = 0, accepted, offset = 0 } = said;
  if (accepted === undefined && !said.none) {
    the("#checked", HTMLProgressElement).value = size ? bytes / size : 0;
    const percent = size ? Math.floor((100 * bytes) / size) : 0;
    return say(() => [t("checker.reading", { percent, positions: number(positions) })]);
  }
  end();
  if (said.none) return say(() => [t("checker.none")], "bad");
  if (!accepted)
    return say(
      () => [t("checker.refused", { bytes: number(offset), reason: reasonOf(said) })],
      "bad",
    );
  header = said.header ?? null;
  say(() => verdictOf(said, seconds), "good");
}

/** @param {Said} said of a refused file */
const reasonOf = ({ code, reason = "" }) => (code ? faultText(code) : reason);

/**
 * @param {Said} said of an accepted file
 * @param {number} seconds
 */
function verdictOf({ header: of, by_ply, positions = 0, bytes = 0, sha256 = "" }, seconds) {
  if (!of) return [];
  const claims = of.claims.map((claim, i) => claimOf(claim, by_ply?.[i] ?? 0, of));
  const stones = of.position.cells.replaceAll(".", "").length;
  const title = titleOf(of);
  const place = stones
    ? t("checker.game", { game: title, stones })
    : t("checker.start", { game: title });
  const cost = { positions: number(positions), bytes: number(bytes), seconds: seconds.toFixed(1) };
  const larger = of.larger ? [t("checker.larger")] : [];
  return [
    t("checker.accepted", { claims: claims.join(t("comma")) }),
    place,
    ...larger,
    t("checker.cost", cost),
    `SHA-256 ${sha256}`,
  ];
}

/**
 * @param {string} claim such as "X wins" or "O does not lose"
 * @param {number} ply by which a win is complete, if the checker says so
 * @param {Header} of
 */
function claimOf(claim, ply, of) {
  const sign = claim.startsWith("X") ? "X" : "O";
  const side = isPlayable(of) ? sideName(sign, game(specOf(of))) : sign;
  const says = t(claim.endsWith("wins") ? "checker.wins" : "checker.holds", { side });
  return ply ? says + t("checker.by", { ply }) : says;
}

/** @param {Header} of */
function specOf({ rules: { rows, cols, k, stones, first, exact, misere } }) {
  const numbers = stones === 1 && first === 1 ? [rows, cols, k] : [rows, cols, k, stones, first];
  const options = [exact && "exact", misere && "misere"].filter(Boolean);
  return numbers.join() + (options.length ? `:${options.join()}` : "");
}

/** @param {Header} of */
const titleOf = (of) => (isPlayable(of) ? gameName(game(specOf(of)).title) : specOf(of));

/** @param {Header} of */
function isPlayable(of) {
  try {
    return Boolean(game(specOf(of)));
  } catch {
    return false;
  }
}

/** The certificate's position, for two people, with the truth. @param {Header} of */
function setUp(of) {
  const { cells, to_move, left } = of.position;
  const rows = cells.match(new RegExp(`.{${of.rules.cols}}`, "g")) ?? [];
  const empty = !/[XO]/.test(cells);
  const setup = empty ? null : `${rows.join("/")} ${to_move} ${left}`;
  change({
    game: specOf(of),
    setup,
    moves: [],
    redo: [],
    tree: "",
    X: HUMAN,
    O: HUMAN,
    truth: true,
  });
}
