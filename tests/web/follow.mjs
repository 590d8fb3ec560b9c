// Asks the compiled core for moves of a strategy, in Node.js: questions from standard input, a JSON text a line.
// Usage: node follow.mjs FOLDER
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [folder] = process.argv.slice(2);
const at = (path) => pathToFileURL(resolve(folder, path));
const { Core } = await import(at("static/serverless/core.js"));
const core = await Core.of(await WebAssembly.compile(await readFile(at("kinrow.wasm"))));
const listed = JSON.parse(await readFile(at("strategies.json")));
let learned = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const position = JSON.parse(line);
  const { file, winner, budget } = listed[position.rules.spec];
  core.turnTo(position.rules);
  if (learned !== core.begun) core.learn(winner, gunzipSync(await readFile(at(file))));
  learned = core.begun;
  console.log(JSON.stringify(core.follow(position, winner, budget)));
}
