// What an editor consists of: its elements, their names and their buttons. Nothing here listens.

import { MAIN } from "./keys.js";
import { word } from "./words.js";

/** Lines of the sheet that measures how high a line is: a browser rounds each, and over thousands that would add up. */
const MEASURED = 1000;
let editors = 0;

export function make(tag, className, words) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (words !== undefined) node.textContent = words;
  return node;
}

/** The textarea itself, with everything off that changes what was typed. */
function field(label, id) {
  const area = make("textarea", "editor-text");
  const off = { autocomplete: "off", autocorrect: "off", autocapitalize: "off", spellcheck: "false", translate: "no", writingsuggestions: "false", "data-gramm": "false", "data-enable-grammarly": "false", wrap: "off", dir: "ltr", id, "aria-label": label };
  for (const [name, value] of Object.entries(off)) area.setAttribute(name, value);
  return area;
}

/** A button; with a sign, that is what is seen, and the words are its name. */
export function button(words, sign) {
  const node = make("button", "editor-button");
  node.type = "button";
  if (!sign) node.textContent = words;
  else {
    const seen = make("span", "", sign);
    seen.setAttribute("aria-hidden", "true");
    node.append(seen, make("span", "unseen", words));
    node.title = words;
  }
  return node;
}

/** Commands as buttons; those that keys do are shown where there are none. */
function tools(label) {
  const bar = make("div", "editor-tools");
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", word("Edit {}", label));
  const all = [["undo", word("Undo"), "↺"], ["redo", word("Redo"), "↻"], ["outdent", word("Outdent"), "⇤"], ["indent", word("Indent"), "⇥"], ["comment", word("Comment"), "//"], ["line", word("Go to line"), "№"], ["find", word("Find"), ""]];
  for (const [name, words, sign] of all) {
    const node = button(words, sign);
    node.dataset.command = name;
    if (sign) node.classList.add("for-touch");
    bar.append(node);
  }
  return bar;
}

/** WebKit on phones sets a textarea's text in by 3 px, which no style takes back: the text is set as far to the left. */
function inset(area, wide) {
  if (!CSS.supports("-webkit-touch-callout", "none")) return 0;
  const probe = area.cloneNode();
  probe.removeAttribute("id");
  probe.value = "0".repeat(100);
  probe.style.cssText = "width: 0; padding: 0; letter-spacing: 0";
  area.after(probe);
  const more = probe.scrollWidth - wide;
  probe.remove();
  return more > 2.5 && more < 8 ? 3 : 0;
}

/**
 * How high a line is and how wide a letter, in pixels. Letters are set to whole pixels of the device: spans round their widths,
 * a line in one piece does not, and behind many spans a letter would stand beside its caret.
 */
export function measured({ ruler, area, root }) {
  const { height } = ruler.getBoundingClientRect();
  const range = document.createRange();
  range.setStart(ruler.firstChild, 0);
  range.setEnd(ruler.firstChild, 100);
  const all = range.getBoundingClientRect().width;
  const letter = all / 100;
  const wide = Math.round(letter * devicePixelRatio) / devicePixelRatio;
  const styles = { "--editor-inset": `${inset(area, all)}px`, "--editor-letter": `${wide}px`, "--editor-spacing": `${wide - letter}px` };
  if (letter) for (const [name, value] of Object.entries(styles)) root.style.setProperty(name, value);
  return { pitch: height / MEASURED, wide };
}

/** The elements of an editor of the text named `label`. */
export function build(label) {
  editors += 1;
  const id = `editor-${editors}`;
  const keys = word("Tab indents. To leave the editor press Escape, then Tab. {}+F finds, {}+G goes to a line, {}+/ makes a comment.", MAIN, MAIN, MAIN);
  const parts = {
    id,
    root: make("div", "editor"),
    scroll: make("div", "editor-scroll"),
    sheet: make("div", "editor-sheet"),
    gutter: make("div", "editor-gutter"),
    code: make("div", "editor-code"),
    under: make("div", "editor-under"),
    area: field(label, id),
    ruler: make("div", "", `${"0".repeat(100)}${"\n".repeat(MEASURED)}`),
    foot: make("div", "editor-foot"),
    state: make("p", "editor-state"),
    where: make("p", "editor-where"),
    tools: tools(label),
    note: make("div", "editor-note"),
    keys: make("p", "unseen", keys),
  };
  const probe = make("div", "editor-probe");
  probe.append(parts.ruler);
  for (const hidden of [parts.gutter, parts.under, probe]) hidden.setAttribute("aria-hidden", "true");
  parts.code.append(probe, parts.under, parts.area);
  parts.sheet.append(parts.gutter, parts.code);
  parts.scroll.append(parts.sheet);
  parts.state.setAttribute("role", "status");
  parts.keys.id = `${id}-keys`;
  parts.note.setAttribute("role", "tooltip");
  parts.note.hidden = true;
  parts.foot.append(parts.where, parts.tools, parts.state);
  parts.root.append(parts.scroll, parts.foot, parts.note, parts.keys);
  return parts;
}
