// A run as the module tells it: counts of its lines, and the steps of one warp.
//
// In: lines of JSON (`view::trace` says them). Out: a `Run` that is asked by step and by request. The rule: of the long lines, which hold values
// and addresses for a thousand steps each, only those are read that something is asked of, so that a hundred thousand steps open at once.

import { word } from "./words.js";

/** Parts that are kept as read; of more, the one that was longest unasked goes. */
const KEPT = 8;
const LANES = 32;

/** The bytes of a row in base64. */
function bytesOf(text) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let k = 0; k < raw.length; k += 1) bytes[k] = raw.charCodeAt(k);
  return new DataView(bytes.buffer);
}

/** The bits of 32 lanes: numbers, or BigInts where the values have 64 bits. */
export function bitsOf(row) {
  if (typeof row === "number") return new Array(LANES).fill(row);
  if (Array.isArray(row)) return Array.from({ length: LANES }, (_, lane) => (row[0] + Math.imul(row[1], lane)) >>> 0);
  const data = bytesOf(row);
  const wide = data.byteLength !== 4 * LANES;
  const one = data.byteLength === 8;
  return Array.from({ length: LANES }, (_, lane) => (wide ? data.getBigUint64(one ? 0 : 8 * lane, true) : data.getUint32(4 * lane, true)));
}

const room = new DataView(new ArrayBuffer(8));

/** A number as C++ would write it, short. */
function float(value, digits) {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (Object.is(value, -0)) return "-0.0";
  const short = Number(value.toPrecision(digits));
  return Number.isInteger(short) && Math.abs(short) < 1e9 ? `${short}.0` : String(short);
}

/** What bits are as a value of a type. */
function valueOf(bits, type) {
  if (type === "bool") return Number(bits) & 0xff ? "true" : "false";
  if (typeof bits === "bigint") room.setBigUint64(0, bits, true);
  else {
    room.setUint32(0, bits, true);
    room.setUint32(4, 0, true);
  }
  const read = {
    i8: () => room.getInt8(0),
    u8: () => room.getUint8(0),
    i16: () => room.getInt16(0, true),
    u16: () => room.getUint16(0, true),
    i32: () => room.getInt32(0, true),
    u32: () => room.getUint32(0, true),
    i64: () => room.getBigInt64(0, true),
    u64: () => room.getBigUint64(0, true),
    f32: () => float(room.getFloat32(0, true), 7),
    f64: () => float(room.getFloat64(0, true), 10),
    pointer: () => (bits === 0n ? "null" : `0x${bits.toString(16)}`),
  };
  return String((read[type] ?? read.u32)());
}

/** Which of 32 lanes a mask has, lowest first. */
export function lanesOf(mask) {
  const lanes = [];
  for (let lane = 0; lane < LANES; lane += 1) if ((mask >>> lane) & 1) lanes.push(lane);
  return lanes;
}

/** How many bits a mask has. */
export function count(mask) {
  let left = mask >>> 0;
  let found = 0;
  for (; left; left &= left - 1) found += 1;
  return found;
}

/** Whole numbers, the lanes say, as runs: `0–3, 8, 12–31`. */
export function runs(numbers) {
  const told = [];
  for (let at = 0; at < numbers.length; at += 1) {
    const from = at;
    while (numbers[at + 1] === numbers[at] + 1) at += 1;
    told.push(from === at ? `${numbers[at]}` : `${numbers[from]}–${numbers[at]}`);
  }
  return told.join(", ");
}

export class Run {
  head = null;
  counts = null;
  trace = null;
  failed = null;
  #parts = [];
  #read = new Map();
  #requestsOf = null;

  /** Takes a line as it is told. */
  hear(line) {
    if (line.startsWith('{"part"')) {
      this.#parts.push(line);
      return;
    }
    const told = JSON.parse(line);
    if (told.failed) this.failed = told.failed;
    else if (told.counts) this.counts = told.counts;
    else if (told.trace) this.trace = told.trace;
    else this.head = told;
  }

  /** How many steps there are here. */
  get length() {
    return this.trace?.steps.line.length ?? 0;
  }

  /** The first step that is not here, counted from the warp's first. */
  get end() {
    return this.trace.first + this.length;
  }

  /** A step: its line, the lanes that take it, how many instructions it is. */
  step(at) {
    const { line, lanes, issued, pc, code } = this.trace.steps;
    return { line: line[at], lanes: lanes[at], issued: issued[at], pc: pc[at], code: code[at] };
  }

  #part(at) {
    const known = this.#read.get(at);
    const part = known ?? JSON.parse(this.#parts[at]);
    this.#read.delete(at);
    this.#read.set(at, part);
    if (this.#read.size > KEPT) this.#read.delete(this.#read.keys().next().value);
    return part;
  }

  /** The variables that are known after a step: name, type, values by lane, whether the step changed it. */
  variables(at) {
    const { span, variables } = this.trace;
    const part = this.#part(Math.floor(at / span));
    const within = at % span;
    const held = new Map(part.held.map(([variable, lanes, into, row]) => [variable, { lanes, into, row, fresh: false }]));
    for (const [step, variable, lanes, into, row] of part.writes) {
      if (step > within) break;
      held.set(variable, { lanes, into, row, fresh: step === within });
    }
    const { pc, code } = this.step(at);
    const here = ([number]) => {
      const [, , of, from, to] = variables[number];
      return of === code && from <= pc && pc <= to;
    };
    const shown = [...held].filter(here);
    // Of two of one name, the inner one stands later in the code.
    const byName = new Map(shown.sort(([a], [b]) => a - b).map(([number, one]) => [variables[number][0], [number, one]]));
    return [...byName.values()].map(([number, one]) => this.#variable(number, one));
  }

  #variable(number, { lanes, into, row, fresh }) {
    const [name, type] = this.trace.variables[number];
    const bits = bitsOf(row);
    const known = (lane) => (lanes >>> lane) & 1;
    const told = (value, lane) => {
      if (!known(lane)) return null;
      if (type !== "pointer" || into < 0) return valueOf(value, type);
      return this.#pointer(into, value | 0);
    };
    return { name, type, fresh, values: bits.map(told) };
  }

  #pointer(into, bytes) {
    const [name, , , strides] = this.trace.allocations[into];
    const size = strides.at(-1);
    if (bytes === 0) return name;
    return bytes % size ? `${name} + ${bytes} bytes` : `${name} + ${bytes / size}`;
  }

  /** For each step the number of its first request, and one more. */
  #firsts() {
    if (!this.#requestsOf) {
      const first = (this.#requestsOf = new Uint32Array(this.length + 1));
      for (const step of this.trace.requests.step) first[step + 1] += 1;
      for (let step = 0; step < this.length; step += 1) first[step + 1] += first[step];
    }
    return this.#requestsOf;
  }

  /** The numbers of the requests of a step. */
  requestsOf(at) {
    const [from, to] = this.#firsts().subarray(at, at + 2);
    return Array.from({ length: to - from }, (_, k) => from + k);
  }

  /** A request: what it does, where it goes, lane by lane (`at` counts as banks and sectors do, null in lanes that do not take part). */
  request(number) {
    const { step, site, cost, ideal } = this.trace.requests;
    const part = Math.floor(step[number] / this.trace.span);
    const first = this.#firsts()[part * this.trace.span];
    const [into, lanes, row, spared] = this.#part(part).requests[number - first];
    const [text, line, op, bytes] = this.trace.sites[site[number]];
    const allocation = into < 0 ? null : this.#allocation(into);
    const at = bitsOf(row).map((place, lane) => ((lanes >>> lane) & 1 ? place : null));
    return { step: step[number], site: site[number], text, line, op, bytes, lanes, at, allocation, cost: cost[number], ideal: ideal[number], spared: Boolean(spared) };
  }

  #allocation(number) {
    const [name, space, elem, strides, base] = this.trace.allocations[number];
    return { name, space, elem, strides, base };
  }

  /** The accesses that the warp made, in the order of the text: each with its requests. */
  accesses() {
    const of = new Map();
    this.trace.requests.site.forEach((site, number) => {
      if (!of.has(site)) of.set(site, []);
      of.get(site).push(number);
    });
    const told = [...of].map(([site, requests]) => {
      const { text, line, op, bytes, allocation, spared } = this.request(requests[0]);
      const sum = (key) => requests.reduce((all, number) => all + this.trace.requests[key][number], 0);
      return { site, text, line, op, bytes, allocation, spared, requests, cost: sum("cost"), ideal: sum("ideal") };
    });
    return told.filter(({ allocation }) => allocation && ["global", "symbol", "shared"].includes(allocation.space)).sort((a, b) => a.line - b.line || a.site - b.site);
  }

  /** The counts of a line, by name. */
  lines() {
    return this.counts.lines.map(([line, warps, lanes, requests, sectors, idealSectors, shared, passes, idealPasses, branches, divergent, flops]) => ({ line, warps, lanes, requests, sectors, idealSectors, shared, passes, idealPasses, branches, divergent, flops }));
  }
}

/** The element at a byte, as the source writes it: `tile[3][4]`. */
export function element({ name, strides, base }, at) {
  let rest = at - base;
  const steps = strides.map((stride) => {
    const k = Math.floor(rest / stride);
    rest -= k * stride;
    return `[${k}]`;
  });
  return `${name}${steps.join("")}`;
}

/** What lies at the lanes' places: one element, the first and the last of a run, or some. */
export function elements(request) {
  const { allocation, at } = request;
  const places = at.filter((place) => place !== null);
  const first = element(allocation, places[0]);
  if (places.every((place) => place === places[0])) return first;
  const rises = places.every((place, k) => k === 0 || place - places[k - 1] === places[1] - places[0]);
  const last = element(allocation, places.at(-1));
  return rises && places.length > 2 ? `${first}, ${element(allocation, places[1])} … ${last}` : `${first} … ${last}`;
}

/** Asks for a run and gives it; `failed` says why there is none. `ask` is `{lab, part, case, block, warp, first, launch, solution}`. */
export async function traced(call, ask, text, options) {
  const { lab, part, solution } = ask;
  const numbers = ["case", "block", "warp", "first", "launch"].map((key) => ask[key] ?? 0);
  const run = new Run();
  const words = [part, ...numbers, ...(solution ? ["solution"] : [])];
  const gave = await call("trace", `${lab}\n${words.join(" ")}\n${text}`, (line) => run.hear(line), options);
  if (gave || !(run.failed || run.trace)) run.failed ??= word("This site’s module cannot show runs of this lab. Build the site again.");
  return run;
}
