// A program as the fragment of an address: no server sees it, and whoever opens the link has the whole of it.
//
// In: `{text, launch, args}`. Out: `v1.` and base64url of the deflated JSON; and back. The rule: a fragment that is broken, of another version
// or too long gives a sentence, never half a program.

import { word } from "./words.js";

const VERSION = "v1";
/** The longest text of a link, in bytes when unpacked. */
export const MOST = 256 * 1024;
const FIELDS = ["text", "launch", "args"];

async function through(bytes, stream, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError();
    }
    chunks.push(read.value);
  }
  return new Blob(chunks).arrayBuffer();
}

const toText = (bytes) => {
  let raw = "";
  for (const byte of new Uint8Array(bytes)) raw += String.fromCharCode(byte);
  return btoa(raw).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

const toBytes = (text) => {
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
};

/** The fragment of a program, without `#`. */
export async function packed(program) {
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries(FIELDS.map((key) => [key, program[key] ?? ""]))));
  if (json.length > MOST) throw new Error(word("The text is too long for a link: it has more than 256 KiB."));
  return `${VERSION}.${toText(await through(json, new CompressionStream("deflate-raw")))}`;
}

/** The program of a fragment; throws a sentence. */
export async function unpacked(fragment) {
  const [version, body = ""] = fragment.split(".", 2);
  if (version !== VERSION) throw new Error(word("The link is not one of this playground: what stands behind its # is of no form that is known here."));
  let json;
  try {
    json = new TextDecoder("utf-8", { fatal: true }).decode(await through(toBytes(body), new DecompressionStream("deflate-raw"), MOST));
  } catch (error) {
    if (error instanceof RangeError) throw new Error(word("The link holds more than 256 KiB of text, which is not taken."));
    throw new Error(word("The link is broken: a part of it is missing or was changed. Copy it again, whole."));
  }
  let program = null;
  try {
    program = JSON.parse(json);
  } catch {
    // Said below.
  }
  if (!FIELDS.every((key) => typeof program?.[key] === "string")) throw new Error(word("The link holds no program: it was not made by this playground."));
  return program;
}
