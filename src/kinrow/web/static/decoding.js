// The text of a file, in any character set.

/** @import { Phrase } from "shapes" */

const MOST_TEXT = 2 ** 20;
const MARKS = Object.entries({
  "utf-8": [0xef, 0xbb, 0xbf],
  "utf-16le": [0xff, 0xfe],
  "utf-16be": [0xfe, 0xff],
});
// In a PSQ, its head or a stone that cannot be read.
const NEEDED = /^.*\ufffd|\n(?=.*\ufffd)[-\d, \ufffd]*,[-\d, \ufffd]*\r?(?:\n|$)/;
const CHARSET = /^(?:[^[]|\[(?:\\.|[^\]\\])*])*?CA\[([\w .:-]+)]/s;

/**
 * In the character set that a mark in front of it says, or that an SGF names; else in UTF-8. The
 * names in a PSQ may be in any: what cannot be read there becomes U+FFFD.
 * @param {File} file
 * @param {string} format
 * @returns {Promise<string | Phrase>} or what is wrong
 */
export async function textOf(file, format) {
  const isSgf = format === "sgf";
  const data = await file.slice(0, 4 * MOST_TEXT + 4).arrayBuffer();
  const plain = new TextDecoder().decode(data);
  const head = new Uint8Array(data);
  const [marked] = MARKS.find(([, mark]) => mark.every((byte, at) => byte === head[at])) ?? [];
  const named = marked ?? (isSgf && CHARSET.exec(plain.slice(0, 4096))?.[1]);
  let decoder = new TextDecoder();
  try {
    decoder = new TextDecoder(named || "utf-8");
  } catch {
    // no browser knows it
  }
  const text = decoder.decode(data);
  if (text.length > MOST_TEXT) return { code: "file.large", params: { most: 1 } };
  const odd = text.indexOf("\ufffd");
  if (odd < 0) return text;
  try {
    return new TextDecoder(decoder.encoding, { fatal: true }).decode(data);
  } catch {
    if (format === "psq" && !marked && !NEEDED.test(text)) return text;
    const [line, charset] = [text.slice(0, odd).split("\n").length, decoder.encoding.toUpperCase()];
    return { code: isSgf && !named ? "sgf.charset" : "file.line", params: { line, charset } };
  }
}
