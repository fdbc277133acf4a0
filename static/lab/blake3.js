// BLAKE3 of a text, in hex: how `course progress` names a kernel's text, so that what was kept here is the same there.
//
// In: a string. Out: 64 hex digits of the hash of its UTF-8. It is the plain algorithm, a chunk of 1,024 bytes at a time.

const IV = Uint32Array.of(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19);
const ORDER = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
const LANES = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];
const [START, END, PARENT, ROOT] = [1, 2, 4, 8];
const CHUNK = 1024;
const BLOCK = 64;

/** Which words of a block each of the seven rounds takes, in order. */
const SCHEDULE = [Array.from(ORDER.keys())];
for (let round = 1; round < 7; round += 1) SCHEDULE.push(ORDER.map((at) => SCHEDULE[round - 1][at]));

const turned = (x, by) => (x >>> by) | (x << (32 - by));

function mix(v, lanes, x, y) {
  const [i, j, k, l] = lanes;
  let [a, b, c, d] = [v[i], v[j], v[k], v[l]];
  a = (a + b + x) | 0;
  d = turned(d ^ a, 16);
  c = (c + d) | 0;
  b = turned(b ^ c, 12);
  a = (a + b + y) | 0;
  d = turned(d ^ a, 8);
  c = (c + d) | 0;
  b = turned(b ^ c, 7);
  v[i] = a;
  v[j] = b;
  v[k] = c;
  v[l] = d;
}

/** The chaining value after a block: 8 words. */
function compressed(chain, words, counter, length, flags) {
  const v = new Uint32Array(16);
  v.set(chain);
  v.set(IV.subarray(0, 4), 8);
  v.set([counter, Math.floor(counter / 2 ** 32), length, flags], 12);
  for (const taken of SCHEDULE) for (let at = 0; at < 8; at += 1) mix(v, LANES[at], words[taken[2 * at]], words[taken[2 * at + 1]]);
  const next = new Uint32Array(8);
  for (let at = 0; at < 8; at += 1) next[at] = v[at] ^ v[at + 8];
  return next;
}

function wordsOf(bytes) {
  const words = new Uint32Array(16);
  for (let at = 0; at < bytes.length; at += 1) words[at >> 2] |= bytes[at] << (8 * (at & 3));
  return words;
}

/** A chunk but for its last block, which waits for whether it is the root. */
function chunk(bytes, counter) {
  let chain = IV;
  let at = 0;
  for (; at + BLOCK < bytes.length; at += BLOCK) chain = compressed(chain, wordsOf(bytes.subarray(at, at + BLOCK)), counter, BLOCK, at ? 0 : START);
  const last = bytes.subarray(at);
  return (root) => compressed(chain, wordsOf(last), counter, last.length, (at ? 0 : START) | END | root);
}

function tree(bytes, first) {
  if (bytes.length <= CHUNK) return chunk(bytes, first);
  const left = 2 ** Math.floor(Math.log2(Math.ceil(bytes.length / CHUNK) - 1));
  const words = new Uint32Array(16);
  words.set(tree(bytes.subarray(0, left * CHUNK), first)(0));
  words.set(tree(bytes.subarray(left * CHUNK), first + left)(0), 8);
  return (root) => compressed(IV, words, 0, BLOCK, PARENT | root);
}

export function blake3(text) {
  const words = tree(new TextEncoder().encode(text), 0)(ROOT);
  const bytes = [...words].flatMap((word) => [word, word >>> 8, word >>> 16, word >>> 24].map((byte) => byte & 255));
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
