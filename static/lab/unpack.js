// A packed file becomes its bytes: LZMA, as `xz --format=lzma` reads it.
//
// In: the bytes of a `.lzma` file with its length in the header. Out: what was packed. The rule: a file that is cut short, or no such file, is an
// error and never waited for: there is no more work than the length says.

const TOP = 2 ** 24;
const STATES = 12;
const HALF = 1024;

/** The bits of a file, each decoded with what was learnt of its like. */
class Bits {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at + 5;
    this.range = 0xffffffff;
    this.code = new DataView(bytes.buffer, bytes.byteOffset + at + 1, 4).getUint32(0);
  }

  /** Whether more was read than there is. */
  get isOver() {
    return this.at > this.bytes.length;
  }

  fill() {
    if (this.range < TOP) {
      this.range = (this.range << 8) >>> 0;
      this.code = ((this.code << 8) | this.bytes[this.at++]) >>> 0;
    }
  }

  bit(odds, i) {
    const p = odds[i];
    const bound = (this.range >>> 11) * p;
    let bit = 0;
    if (this.code < bound) {
      this.range = bound;
      odds[i] = p + ((2048 - p) >> 5);
    } else {
      this.range -= bound;
      this.code -= bound;
      odds[i] = p - (p >> 5);
      bit = 1;
    }
    this.fill();
    return bit;
  }

  /** So many bits, the highest first, each known by those before it. */
  tree(odds, from, bits) {
    let m = 1;
    for (let i = 0; i < bits; i++) m = (m << 1) | this.bit(odds, from + m);
    return m - (1 << bits);
  }

  /** The same, the lowest first. */
  reversed(odds, from, bits) {
    let m = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(odds, from + m);
      m = (m << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  /** So many bits that are as often 1 as 0. */
  plain(bits) {
    let value = 0;
    for (let i = 0; i < bits; i++) {
      this.range >>>= 1;
      const bit = this.code >= this.range ? 1 : 0;
      if (bit) this.code = (this.code - this.range) >>> 0;
      value = (value << 1) | bit;
      this.fill();
    }
    return value >>> 0;
  }
}

const odds = (many) => new Uint16Array(many).fill(HALF);

/** Lengths of matches: 2 and more. */
class Lengths {
  constructor() {
    [this.choice, this.low, this.middle, this.high] = [odds(2), odds(16 << 3), odds(16 << 3), odds(256)];
  }

  next(bits, place) {
    if (!bits.bit(this.choice, 0)) return 2 + bits.tree(this.low, place << 3, 3);
    if (!bits.bit(this.choice, 1)) return 10 + bits.tree(this.middle, place << 3, 3);
    return 18 + bits.tree(this.high, 0, 8);
  }
}

/** How far back a match begins. */
class Distances {
  constructor() {
    [this.slots, this.special, this.aligned] = [odds(4 << 6), odds(128), odds(16)];
  }

  next(bits, length) {
    const slot = bits.tree(this.slots, Math.min(length - 2, 3) << 6, 6);
    if (slot < 4) return slot;
    const few = (slot >> 1) - 1;
    const from = (2 | (slot & 1)) * 2 ** few;
    if (slot < 14) return from + bits.reversed(this.special, from - slot, few);
    return from + bits.plain(few - 4) * 16 + bits.reversed(this.aligned, 0, 4);
  }
}

/** How a file was packed, and the length of what was. */
function header(packed) {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  if (packed.length < 18 || packed[0] >= 225 || view.getUint32(9, true) !== 0) throw new RangeError();
  const [lc, rest] = [packed[0] % 9, (packed[0] / 9) | 0];
  return { lc, lp: rest % 5, pb: (rest / 5) | 0, length: view.getUint32(5, true) };
}

/** A byte that is no match: where one ended just before, with the byte that it would have gone on with. */
function literal(bits, odds, from, beside) {
  let symbol = 1;
  if (beside >= 0) {
    do {
      const expected = (beside >> 7) & 1;
      beside <<= 1;
      const bit = bits.bit(odds, from + ((1 + expected) << 8) + symbol);
      symbol = (symbol << 1) | bit;
      if (bit !== expected) break;
    } while (symbol < 256);
  }
  while (symbol < 256) symbol = (symbol << 1) | bits.bit(odds, from + symbol);
  return symbol & 255;
}

/** What a packed file holds. */
export function unpack(packed) {
  const { lc, lp, pb, length } = header(packed);
  const out = new Uint8Array(length);
  const bits = new Bits(packed, 13);
  const [isMatch, isRepLong] = [odds(STATES << 4), odds(STATES << 4)];
  const [isRep, isRep1, isRep2, isRep3] = [odds(STATES), odds(STATES), odds(STATES), odds(STATES)];
  const [literals, lengths, repLengths, distances] = [odds(0x300 << (lc + lp)), new Lengths(), new Lengths(), new Distances()];
  let [state, at] = [0, 0];
  let [rep0, rep1, rep2, rep3] = [0, 0, 0, 0];
  while (at < length) {
    if (bits.isOver) throw new RangeError();
    const place = at & ((1 << pb) - 1);
    if (!bits.bit(isMatch, (state << 4) + place)) {
      const before = at ? out[at - 1] : 0;
      const which = ((at & ((1 << lp) - 1)) << lc) + (before >> (8 - lc));
      out[at] = literal(bits, literals, 0x300 * which, state < 7 ? -1 : out[at - rep0 - 1]);
      at++;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let many = 1;
    if (!bits.bit(isRep, state)) {
      [rep3, rep2, rep1] = [rep2, rep1, rep0];
      many = lengths.next(bits, place);
      rep0 = distances.next(bits, many);
      state = state < 7 ? 7 : 10;
    } else if (!bits.bit(isRep1, state)) {
      const isLong = bits.bit(isRepLong, (state << 4) + place);
      if (isLong) many = repLengths.next(bits, place);
      state = isLong ? (state < 7 ? 8 : 11) : state < 7 ? 9 : 11;
    } else {
      if (!bits.bit(isRep2, state)) [rep1, rep0] = [rep0, rep1];
      else if (!bits.bit(isRep3, state)) [rep2, rep1, rep0] = [rep1, rep0, rep2];
      else [rep3, rep2, rep1, rep0] = [rep2, rep1, rep0, rep3];
      many = repLengths.next(bits, place);
      state = state < 7 ? 8 : 11;
    }
    if (rep0 >= at || many > length - at) throw new RangeError();
    for (let i = 0; i < many; i++, at++) out[at] = out[at - rep0 - 1];
  }
  return out;
}
