// Every figure of the built site, measured where it stands: in light and dark, at 1,280 and 390 pixels.
//
// A page is loaded once; theme and width change under it. What is measured is in `faults`, which runs in the page and gives a
// sentence a fault: no text outside of the drawing or of its box, none over another, none under 10 pixels as shown, none
// covered, contrast AA against what lies under it, a title and an argument, and variables as the only colours. The second
// test shows that each of these can fail.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { plainFolder } from "./published.mjs";

const LOOKS = ["light", "dark"].flatMap((colorScheme) => [1280, 390].map((width) => ({ colorScheme, width })));
const PICTURES = "svg.drawing, svg.plot-picture";
const LESSON = "miniaturization/cuda-kernels/lesson-01-threads/";

/** Addresses of the pages of a built site that hold pictures; print pages say again what others say. */
function pagesWithPictures(folder, below = "") {
  return fs.readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const inside = path.posix.join(below, entry.name);
    if (entry.isDirectory()) return entry.name === "print" ? [] : pagesWithPictures(folder, inside);
    if (entry.name !== "index.html") return [];
    const text = fs.readFileSync(path.join(folder, inside), "utf8");
    return /<svg class="(drawing|plot-picture)/.test(text) ? [below ? `${below}/` : ""] : [];
  });
}

/** What is wrong with the pictures of the page that is open: a list for each selector. */
export async function told(page, selectors = [PICTURES]) {
  const all = selectors.map(() => []);
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 860 });
    for (const [at, selector] of selectors.entries()) {
      for (const fault of await page.evaluate(faults, selector)) all[at].push(`${fault} (${colorScheme}, ${width})`);
    }
  }
  return all;
}

/** Runs in the page. */
function faults(selector) {
  const found = [];
  const variable = /^(none|inherit|url\(#[^)]+\)|var\(--fig-(ink|soft|line|a|b|c|d|good|bad)\))$/;

  const rgba = (text) => {
    const parts = text.match(/[\d.]+/g).map(Number);
    return [parts[0], parts[1], parts[2], parts[3] ?? 1];
  };
  const over = (top, under, share) => under.map((value, k) => value + (top[k] - value) * share);
  const luminance = (colour) => {
    const [r, g, b] = colour.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((x, y) => y - x);
    return (light + 0.05) / (dark + 0.05);
  };
  /** The page's colour behind an element. */
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] === 1) return colour.slice(0, 3);
    }
    return [255, 255, 255];
  };
  /** How much of a paint is seen: its own share times that of every group around it. */
  const share = (element, own, svg) => {
    let all = Number(own);
    for (let at = element; at && at !== svg; at = at.parentElement) all *= Number(getComputedStyle(at).opacity);
    return all;
  };
  /** Colours that a paint leaves on one; a pattern leaves several. */
  const painted = (shape, under, svg) => {
    const style = getComputedStyle(shape);
    if (style.fill === "none" || style.visibility === "hidden") return [under];
    const pattern = style.fill.match(/url\("?#([^")]+)/);
    if (!pattern) {
      const colour = rgba(style.fill);
      return [over(colour.slice(0, 3), under, colour[3] * share(shape, style.fillOpacity, svg))];
    }
    let all = [under];
    for (const part of svg.querySelectorAll(`[id="${pattern[1]}"] > *`)) {
      const own = getComputedStyle(part);
      for (const [paint, part_share] of [[own.fill, own.fillOpacity], [own.stroke, own.strokeOpacity]]) {
        if (paint.startsWith("rgb")) all = all.concat(all.map((colour) => over(rgba(paint).slice(0, 3), colour, Number(part_share))));
      }
    }
    return all.slice(0, 16);
  };
  const inside = (inner, outer, slack) => inner.left >= outer.left - slack && inner.right <= outer.right + slack && inner.top >= outer.top - slack && inner.bottom <= outer.bottom + slack;
  const meets = (one, other) => one.left < other.right - 0.5 && other.left < one.right - 0.5 && one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5;
  /** Whether a point of the screen is in a shape; only where its box is, for the exact answer is dear. */
  const holds = ({ shape, edge }, x, y) => {
    if (x < edge.left || x > edge.right || y < edge.top || y > edge.bottom) return false;
    const matrix = shape.getScreenCTM();
    return matrix && shape.isPointInFill(new DOMPoint(x, y).matrixTransform(matrix.inverse()));
  };
  /** Where letters are: a line's box less the room that faces leave above capitals. */
  const letters = (element) => {
    const box = element.getBoundingClientRect();
    return { left: box.left, right: box.right, top: box.top + box.height * 0.17, bottom: box.bottom - box.height * 0.05 };
  };

  const lines = (svg) => [...svg.querySelectorAll("text")].flatMap((text) => {
    const parts = [...text.querySelectorAll("tspan[x], tspan[dy]")];
    return (parts.length ? parts : [text]).filter((line) => line.textContent.trim());
  });

  for (const svg of document.querySelectorAll(selector)) {
    const whole = svg.getBoundingClientRect();
    if (!whole.width) continue; // The other of a pair is shown.
    const drawn = svg.matches(".drawing");
    const name = svg.querySelector(":scope > title")?.textContent.trim() || svg.getAttribute("aria-label") || "a drawing";
    const say = (what) => found.push(`${name}: ${what}`);
    if (drawn && !["title", "desc"].every((tag) => svg.querySelector(`:scope > ${tag}`)?.textContent.trim())) say("no title, or no argument in desc");
    if (svg.getAttribute("role") !== "img") say("not told as an image");
    for (const element of drawn ? svg.querySelectorAll("*") : []) {
      for (const attribute of ["fill", "stroke", "color", "stop-color"]) {
        const value = element.getAttribute(attribute);
        if (value !== null && !variable.test(value)) say(`${attribute}="${value}" is no variable`);
      }
    }
    const shapes = [...svg.querySelectorAll("rect, path, circle, ellipse, polygon, polyline")]
      .filter((shape) => !shape.closest("defs, pattern, marker, clipPath"))
      .map((shape) => ({ shape, edge: shape.getBoundingClientRect() }));
    // The bytes of a word that are wanted are a shade in its box, no box.
    const boxes = shapes.filter(({ shape }) => shape.localName === "rect" && !shape.matches(".bytes"));
    const texts = lines(svg).map((element) => ({ element, words: element.textContent.trim(), box: letters(element) }));
    const behind = ground(svg.parentElement);
    texts.forEach(({ element, words, box }, at) => {
      const style = getComputedStyle(element);
      const matrix = element.getScreenCTM();
      const pixels = parseFloat(style.fontSize) * Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c));
      if (pixels < 9.95) say(`"${words}" is ${pixels.toFixed(1)} px`);
      if (drawn && !inside(box, whole, 0.5)) say(`"${words}" leaves the drawing`);
      for (const other of texts.slice(0, at)) if (meets(box, other.box)) say(`"${words}" and "${other.words}" overlap`);
      if (!drawn) return;
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      for (const { edge } of boxes) {
        const apart = box.left > edge.right - 1 || edge.left > box.right - 1 || box.top > edge.bottom - 1 || edge.top > box.bottom - 1;
        if (!apart && !inside(box, edge, 0.5)) say(`"${words}" leaves its box`);
      }
      const colour = rgba(style.fill);
      const need = pixels >= 24 || (pixels >= 18.66 && Number(style.fontWeight) >= 600) ? 3 : 4.5;
      let worst = Infinity;
      for (const across of [box.left + 1, x, box.right - 1]) {
        let under = [behind];
        for (const { shape } of shapes.filter((one) => holds(one, across, y))) {
          const before = shape.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
          if (before) under = under.flatMap((one) => painted(shape, one, svg)).slice(0, 16);
          else if (painted(shape, [0, 0, 0], svg).some((one) => Math.max(...one) > 127) || painted(shape, [255, 255, 255], svg).some((one) => Math.min(...one) < 128)) say(`"${words}" is covered`);
        }
        for (const one of under) worst = Math.min(worst, contrast(over(colour.slice(0, 3), one, colour[3] * share(element, style.fillOpacity, svg)), one));
      }
      if (worst < need) say(`"${words}" has a contrast of ${worst.toFixed(2)}`);
    });
  }
  return [...new Set(found)];
}

/** A drawing of a body, as the site shows one. */
const drawing = (body, { title = "<title>A drawing</title><desc>What it argues.</desc>" } = {}) =>
  `<figure class="figure"><svg class="drawing" role="img" width="560" height="117" viewBox="0 0 480 100">${title}${body}</svg></figure>`;

const text = (words, x, more = 'font-size="14" fill="var(--fig-ink)"') => `<text x="${x}" y="50" ${more}>${words}</text>`;

/** Bodies of drawings, and what must be said of each; nothing of the first ones. */
const SAMPLES = [
  [drawing(`<rect x="10" y="30" width="90" height="30" fill="none" stroke="var(--fig-line)"/>${text("a box", 20)}${text("beside it", 120)}`), null],
  [drawing(`<defs><pattern id="h" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M0 8L8 0" stroke="var(--fig-b)" stroke-opacity=".3" fill="none"/></pattern></defs><rect x="10" y="30" width="90" height="30" fill="url(#h)" stroke="var(--fig-b)"/>${text("a hatch", 20)}`), null],
  [drawing(text("outside of the drawing", 400)), "leaves the drawing"],
  [drawing(`<rect x="10" y="30" width="60" height="30" fill="none" stroke="var(--fig-line)"/>${text("a text too long for it", 14)}`), "leaves its box"],
  [drawing(text("one", 20) + text("another", 30)), "overlap"],
  [drawing(text("small", 20, 'font-size="9" fill="var(--fig-ink)"')), " px"],
  [drawing(text("faint", 20, 'font-size="14" fill="var(--fig-ink)" fill-opacity=".4"')), "has a contrast of"],
  [drawing(`<rect x="10" y="30" width="90" height="30" fill="var(--fig-a)"/>${text("dark", 20)}`), "has a contrast of"],
  [drawing(`${text("hidden", 20)}<rect x="10" y="30" width="90" height="30" fill="var(--fig-a)"/>`), "is covered"],
  [drawing(`<circle cx="300" cy="50" r="9" fill="#888888"/>${text("grey", 20)}`), "is no variable"],
  [drawing(text("fallback", 20, 'font-size="14" fill="var(--fig-ink, #222)"')), "is no variable"],
  [drawing(text("words", 20), { title: "<title>A drawing</title>" }), "no title, or no argument"],
  [drawing(text("words", 20), { title: "<desc>What it argues.</desc>" }), "no title, or no argument"],
  [drawing(text("words", 20)).replace('role="img"', ""), "not told as an image"],
];

export const tests = {
  async "every figure can be read, in light and dark, wide and narrow"({ page, url, course }) {
    const wrong = [];
    const pages = pagesWithPictures(await plainFolder(course));
    assert.ok(pages.length > 0, "no page with a picture");
    for (const address of pages) {
      await page.goto(url + address);
      for (const fault of (await told(page))[0]) wrong.push(`/${address}: ${fault}`);
    }
    assert.deepEqual(wrong, [], `${wrong.length} faults on ${pages.length} pages`);
  },

  async "a figure that cannot be read is told in each way"({ page, url }) {
    await page.goto(url + LESSON);
    await page.evaluate((samples) => {
      const all = samples.map(([html], at) => `<div id="sample-${at}">${html}</div>`);
      document.querySelector("main article, main").insertAdjacentHTML("afterbegin", all.join(""));
    }, SAMPLES);
    const all = await told(page, SAMPLES.map((_, at) => `#sample-${at} svg`));
    for (const [at, [sample, expected]] of SAMPLES.entries()) {
      if (expected === null) assert.deepEqual(all[at], [], sample);
      else assert.ok(all[at].length && all[at].every((fault) => fault.includes(expected)), `${expected}: ${JSON.stringify(all[at])} of ${sample}`);
    }
  },
};
