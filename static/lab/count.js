// A count beside what is asked of it, as a bar: how far it goes, where the limit is, where the ideal.
//
// In: a result with a value, a unit and a bound in words (`at most 4.5 (ideal 4)`). Out: a drawing, or null where nothing is bounded.
// The rule: the bar says nothing that the result's message does not say in words, so nobody needs to see it.

const SVG = "http://www.w3.org/2000/svg";
const WIDE = 160;
const BOUND = /^(at most|at least|exactly) ([\d,.e+-]+)(?: \(ideal ([\d,.e+-]+)\))?/;

const draw = (tag, attributes, ...inner) => {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...inner);
  return node;
};
const read = (text) => (text === undefined ? null : Number(text.replaceAll(",", "")));

/** What a bound says: `{side, limit, ideal}`, or null. */
export function bounded(bound) {
  const [, side, limit, ideal] = bound?.match(BOUND) ?? [];
  return side ? { side, limit: read(limit), ideal: read(ideal) ?? read(limit) } : null;
}

export function counted({ value, bound, status }) {
  const asked = bounded(bound);
  if (!asked || typeof value !== "number" || !Number.isFinite(asked.limit)) return null;
  const most = Math.max(value, asked.limit, asked.ideal) * 1.08 || 1;
  const x = (of) => ((of / most) * WIDE).toFixed(1);
  const mark = (of, className) => draw("line", { x1: x(of), x2: x(of), y1: 0, y2: 12, class: className });
  const bar = draw("rect", { x: 0, y: 3, width: x(value), height: 6, rx: 1, class: status === "pass" ? "count-good" : "count-bad" });
  const ground = draw("rect", { x: 0, y: 3, width: WIDE, height: 6, rx: 1, class: "count-ground" });
  const marks = asked.ideal === asked.limit ? [mark(asked.limit, "count-limit")] : [mark(asked.ideal, "count-ideal"), mark(asked.limit, "count-limit")];
  const drawing = draw("svg", { viewBox: `0 0 ${WIDE} 12`, width: WIDE, height: 12, "aria-hidden": "true" }, ground, bar, ...marks);
  const box = document.createElement("span");
  box.className = "count-bar";
  box.append(drawing);
  return box;
}
