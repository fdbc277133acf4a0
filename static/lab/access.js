// One request of a warp as a drawing: lanes on top, sectors of global memory or banks of shared memory below, lines between.
//
// In: a request (`Run.request`). Out: a `figure` with an SVG, its sentence, and a table lane by lane. The rule: nothing is told by colour alone:
// what costs more than it need has a number, and the sentence says what the drawing shows.

import { lanesOf, runs } from "./trace.js";
import { locale, word } from "./words.js";

const NS = "http://www.w3.org/2000/svg";
const LANES = 32;
const WIDTH = 480;
const LEFT = 8;
const STEP = 14.5;
const CELL = 12.5;
const SECTOR = 32;
const WORD = 4;

/** An SVG element. */
export function shape(name, marks = {}, text = "") {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(marks)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}

const amount = (n) => n.toLocaleString(locale);
const bytesOf = (n) => (n === 1 ? word("1 byte") : word("{} bytes", amount(n)));

/** The sectors that lanes touch, lowest first, and for each lane which of them. */
export function sectorsOf({ at, bytes }) {
  const byLane = at.map((place) => {
    if (place === null) return [];
    const [first, last] = [Math.floor(place / SECTOR), Math.floor((place + bytes - 1) / SECTOR)];
    return Array.from({ length: last - first + 1 }, (_, k) => first + k);
  });
  const sectors = [...new Set(byLane.flat())].sort((a, b) => a - b);
  return { sectors, byLane };
}

/** For each bank the words that are wanted of it, lowest first. */
export function banksOf({ at, bytes }) {
  const banks = Array.from({ length: LANES }, () => new Map());
  at.forEach((place, lane) => {
    if (place === null) return;
    for (let word = Math.floor(place / WORD); word <= Math.floor((place + bytes - 1) / WORD); word += 1) {
      const bank = banks[word % LANES];
      if (!bank.has(word)) bank.set(word, []);
      bank.get(word).push(lane);
    }
  });
  return banks;
}

/** What a request comes to, as a sentence. */
export function sentence(request) {
  const { allocation, cost, ideal, bytes, op } = request;
  const own = lanesOf(request.lanes);
  if (!allocation && own.length === 1) return word("Lane {}: outside of memory, or not where such an access may begin.", runs(own));
  if (!allocation) return word("Lanes {}: outside of memory, or not where such an access may begin.", runs(own));
  const costs = costOf(cost, allocation.space);
  const least = cost > ideal ? word("{}; {} would do", costs, ideal) : word("{}, as few as can be", costs);
  const left = request.spared ? ` ${word("A device’s compiler leaves this request out: what it asks for is in a register already.")}` : "";
  return `${doneBy(own.length, { op, bytes: bytesOf(bytes), name: allocation.name })}: ${least}.${left}`;
}

/** What lanes do with memory. */
function doneBy(lanes, { op, bytes, name }) {
  if (lanes === 1 && op === "read") return word("1 lane reads {} of {}", bytes, name);
  if (lanes === 1 && op === "write") return word("1 lane writes {} of {}", bytes, name);
  if (lanes === 1) return word("1 lane updates {} of {}", bytes, name);
  if (op === "read") return word("{} lanes read {} each of {}", lanes, bytes, name);
  if (op === "write") return word("{} lanes write {} each of {}", lanes, bytes, name);
  return word("{} lanes update {} each of {}", lanes, bytes, name);
}

function costOf(cost, space) {
  if (space === "shared") return cost === 1 ? word("1 pass over the banks") : word("{} passes over the banks", amount(cost));
  return cost === 1 ? word("1 sector of 32 bytes moves") : word("{} sectors of 32 bytes move", amount(cost));
}

const middle = (lane) => LEFT + lane * STEP + CELL / 2;

function laneRow(svg, mask) {
  svg.append(shape("text", { x: LEFT, y: 12, class: "see-soft" }, word("lane 0")));
  for (const lane of [8, 16, 24, 31]) svg.append(shape("text", { x: middle(lane), y: 12, class: "see-soft", "text-anchor": "middle" }, String(lane)));
  for (let lane = 0; lane < LANES; lane += 1) {
    const active = (mask >>> lane) & 1;
    svg.append(shape("rect", { x: LEFT + lane * STEP, y: 18, width: CELL, height: CELL, rx: 2, class: active ? "see-lane on" : "see-lane" }));
  }
}

function line(svg, from, to, kind) {
  svg.append(shape("path", { d: `M${from} 31C${from} 60 ${to} 62 ${to} 90`, class: `see-way ${kind}` }));
}

function drawSectors(svg, request) {
  const { sectors, byLane } = sectorsOf(request);
  const wide = (WIDTH - 2 * LEFT) / Math.max(sectors.length, 4);
  const few = sectors.length <= 8;
  const place = new Map(sectors.map((sector, k) => [sector, LEFT + k * wide]));
  byLane.forEach((own, lane) => {
    if (!own.length) return;
    const into = ((request.at[lane] % SECTOR) / SECTOR) * (wide - 5) + 2 + (wide - 5) / 16;
    line(svg, middle(lane), place.get(own[0]) + into, request.cost > request.ideal ? "bad" : "");
  });
  for (const [sector, x] of place) {
    svg.append(shape("rect", { x: x + 1, y: 90, width: Math.max(wide - 3, 2), height: 22, rx: 2, class: "see-box" }));
    drawWords(svg, request, { sector, x: x + 2, wide: (wide - 5) / 8, few });
  }
  const [name, from] = [request.allocation.name, amount(sectors[0] * SECTOR)];
  const told = sectors.length === 1 ? word("1 sector of {}, from byte {}", name, from) : word("{} sectors of {}, from byte {}", amount(sectors.length), name, from);
  svg.append(shape("text", { x: LEFT, y: 128, class: "see-soft" }, told));
  return 136;
}

/** The words of a sector, those that are wanted filled; in a narrow one these alone. */
function drawWords(svg, { at, bytes }, { sector, x, wide, few }) {
  for (let word = 0; word < SECTOR / WORD; word += 1) {
    const from = sector * SECTOR + word * WORD;
    const wanted = at.some((place) => place !== null && place < from + WORD && place + bytes > from);
    if (!few && !wanted) continue;
    const gap = few ? 1 : 0;
    svg.append(shape("rect", { x: x + word * wide + gap / 2, y: 92, width: Math.max(wide - gap, 1), height: 18, class: `see-word ${wanted ? "on" : ""} ${few ? "" : "thin"}` }));
  }
}

function drawBanks(svg, request) {
  const banks = banksOf(request);
  const deepest = Math.max(...banks.map((bank) => bank.size));
  const high = deepest > 8 ? 5 : 11;
  banks.forEach((words, bank) => {
    const kind = words.size > 1 && request.cost > request.ideal ? "bad" : "";
    for (const lanes of words.values()) for (const lane of lanes) line(svg, middle(lane), middle(bank), kind);
    const deep = Math.max(words.size, 1);
    [...Array(deep).keys()].forEach((k) => {
      svg.append(shape("rect", { x: LEFT + bank * STEP, y: 90 + k * (high + 1.5), width: CELL, height: high, rx: 1.5, class: words.size ? `see-word on ${kind}` : "see-word" }));
    });
  });
  const y = 90 + Math.max(deepest, 1) * (high + 1.5) + 13;
  svg.append(shape("text", { x: LEFT, y, class: "see-soft" }, word("bank 0")));
  for (const bank of [8, 16, 24, 31]) svg.append(shape("text", { x: middle(bank), y, class: "see-soft", "text-anchor": "middle" }, String(bank)));
  return y + 8;
}

/** The drawing. */
export function drawing(request) {
  const svg = shape("svg", { class: "see-map", role: "img", "aria-label": sentence(request) });
  laneRow(svg, request.lanes);
  let high = 60;
  if (request.allocation) high = request.allocation.space === "shared" ? drawBanks(svg, request) : drawSectors(svg, request);
  // What is written over lines is read all the same.
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${high}`);
  return svg;
}

/** The same lane by lane, as rows of a table: lane, first byte, sectors or bank. */
export function rowsOf(request) {
  const shared = request.allocation?.space === "shared";
  const { byLane } = sectorsOf(request);
  const rows = [];
  request.at.forEach((place, lane) => {
    if (place === null) return;
    const where = !request.allocation ? "–" : shared ? `${Math.floor(place / WORD) % LANES}` : runs(byLane[lane]);
    rows.push([String(lane), request.allocation ? amount(place) : "–", where]);
  });
  return { heads: [word("Lane"), word("First byte"), shared ? word("Bank") : word("Sector")], rows };
}
