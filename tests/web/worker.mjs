// Asks the worker of a page without a server, in Node.js: questions from standard input, a JSON text a line; its
// messages to standard output. Usage: node worker.mjs FOLDER
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const TYPES = { wasm: "application/wasm", json: "application/json" };

globalThis.fetch = async (url) => {
  const type = TYPES[String(url).split(".").at(-1)] ?? "application/octet-stream";
  return new Response(await readFile(url), { headers: { "Content-Type": type } });
};
let hear = () => {};
let told = () => {};
globalThis.addEventListener = (_, listener) => {
  hear = listener;
};
globalThis.postMessage = (message) => {
  console.log(JSON.stringify(message));
  if (message.result || message.problem || message.stopped) told();
};

await import(pathToFileURL(resolve(process.argv[2], "static/serverless/worker.js")));
for await (const line of createInterface({ input: process.stdin })) {
  const answered = new Promise((done) => {
    told = done;
  });
  hear({ data: JSON.parse(line) });
  await answered;
}
