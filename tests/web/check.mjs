// Lets the compiled checker judge certificates, in Node.js: paths from standard input, a JSON text a line; of each
// the last that it says, and its exit status. Usage: node check.mjs FOLDER
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const at = (path) => pathToFileURL(resolve(process.argv[2], path));
const { Ended, start } = await import(at("static/serverless/system.js"));
const module = await WebAssembly.compile(await readFile(at("check.wasm")));

for await (const line of createInterface({ input: process.stdin })) {
  const file = new Uint8Array(await readFile(JSON.parse(line)));
  let place = 0;
  let said = "";
  const read = (most) => {
    const part = file.subarray(place, place + most);
    place += part.length;
    return part;
  };
  const write = (text) => {
    said += text;
  };
  const exports = await start(module, { args: ["kinrow-check", "--json", "-"], read, write });
  let status = 0;
  try {
    exports._start();
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    status = error.status;
  }
  console.log(JSON.stringify({ status, said: JSON.parse(said.trim().split("\n").at(-1)) }));
}
