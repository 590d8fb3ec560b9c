// Asks the compiled core, in Node.js: questions from standard input, a JSON text a line. Usage: node core.mjs FOLDER
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const at = (path) => pathToFileURL(resolve(folder, path));
const { Core } = await import(at("static/serverless/core.js"));
const core = await Core.of(await WebAssembly.compile(await readFile(at("kinrow.wasm"))));
for await (const line of createInterface({ input: process.stdin })) {
  const { position, exact, limit } = JSON.parse(line);
  core.turnTo(position.rules);
  const { bounds, nodes } = core.value(position, exact, limit);
  const moves = Object.fromEntries(core.moves(position, exact, limit).moves);
  console.log(JSON.stringify({ bounds, nodes, moves }));
}
