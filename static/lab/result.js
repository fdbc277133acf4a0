// A run as its page shows it while it goes on: the output as it comes, then what is wrong, what lies in the buffers, what it cost.
//
// In: a place, then lines as a run tells them (`run.js`), then how it ended. Out: the place filled; `told` has all of it. The rule: what is long is
// shown a frame at a time, what is wrong stands above what it cost, and a place of the text is a link where the page has an editor.

import { costOf } from "./costs.js";
import { placeOf, spelled } from "./places.js";
import { Told } from "./run.js";
import { make } from "./seen.js";
import { locale, word } from "./words.js";

const number = (value) => value.toLocaleString(locale);
/** What was left out of what is shown, in words. */
const LEFT = {
  out: (bytes) => (bytes === 1 ? word("… and 1 more byte") : word("… and {} more bytes", number(bytes))),
  err: (bytes) => (bytes === 1 ? word("… and 1 more byte on standard error") : word("… and {} more bytes on standard error", number(bytes))),
  findings: (count) => (count === 1 ? word("and 1 more finding") : word("and {} more findings", number(count))),
  launches: (count) => (count === 1 ? word("and 1 more launch, which is not shown") : word("and {} more launches, which are not shown", number(count))),
  folded: (count) => (count === 1 ? word("1 more launch") : word("{} more launches", number(count))),
};
/** Launches that are shown in full; the rest is folded. */
const OPEN = 4;

/** How a run went that came to its end: with its status where that is not 0, and how much was found. */
function toItsEnd(status, found, time) {
  if (!status && !found) return word("Ran to its end; nothing found ({} ms)", time);
  if (!status) return found === 1 ? word("Ran to its end; 1 thing found ({} ms)", time) : word("Ran to its end; {} things found ({} ms)", number(found), time);
  if (!found) return word("Ran to its end with status {}; nothing found ({} ms)", status, time);
  if (found === 1) return word("Ran to its end with status {}; 1 thing found ({} ms)", status, time);
  return word("Ran to its end with status {}; {} things found ({} ms)", status, number(found), time);
}

/** How a run went that did not, which it says itself. */
function brokenOff(said, found, time) {
  if (!found) return word("{} ({} ms)", said, time);
  return found === 1 ? word("{}; 1 thing found ({} ms)", said, time) : word("{}; {} things found ({} ms)", said, number(found), time);
}

function helpOf(kind, text) {
  const help = make("p", kind);
  help.append(make("b", "", `${word("help")}: `), ...spelled(text));
  return help;
}

export class Result {
  #place;
  #options;
  #text = "";
  #queue = [];
  #frame = 0;

  /** `reveal(line, column)` leads to a place of the text; `codes`: the address of the pages of codes, or nothing; `shows(line)` says of which lines
   * the costs are shown. */
  constructor(place, { reveal = null, codes = "", shows = () => true } = {}) {
    this.#place = place;
    this.#options = { reveal, codes, shows };
  }

  /** A run of a text begins. */
  begin(text, words = word("Running…")) {
    this.#text = text;
    this.told = new Told();
    this.head = make("p", "result-head", words);
    this.found = make("div", "result-findings");
    this.out = make("pre", "result-out");
    Object.assign(this.out, { tabIndex: 0, hidden: true });
    this.out.setAttribute("role", "group");
    this.out.setAttribute("aria-label", word("Output"));
    this.buffers = make("div", "result-buffers");
    this.costs = make("div", "result-costs");
    this.#place.setAttribute("aria-busy", "true");
    this.#place.replaceChildren(this.head, this.out, this.found, this.buffers, this.costs);
    this.launches = 0;
  }

  /** The text that is run, where it is known only now. */
  source(text) {
    this.#text = text;
  }

  /** A line that the run tells. */
  hear(line) {
    this.#queue.push(line);
    this.#frame ||= requestAnimationFrame(() => this.#flush());
  }

  #flush() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    for (const line of this.#queue.splice(0)) {
      const [kind, value] = this.told.hear(line) ?? [];
      const draw = {
        out: () => this.#print(value, ""),
        err: () => this.#print(value, "result-err"),
        out_more: () => this.#print(`\n${LEFT.out(value)}\n`, "muted"),
        err_more: () => this.#print(`\n${LEFT.err(value)}\n`, "muted"),
        note: () => this.found.append(this.#note(value)),
        finding: () => this.found.append(this.#finding(value)),
        findings_more: () => this.found.append(make("p", "muted", LEFT.findings(value))),
        buffer: () => this.#buffer(value),
        launch: () => this.#launch(value),
        launches_more: () => this.costs.append(make("p", "muted", LEFT.launches(value))),
      };
      draw[kind]?.();
    }
  }

  /** The run has ended, or never began: `why` is a sentence where it was broken off by the page. */
  end(why = "", ms = 0) {
    this.#flush();
    this.#place.setAttribute("aria-busy", "false");
    const { ended, failed, findings, findingsMore } = this.told;
    const found = findings.length + findingsMore;
    const isBad = Boolean(failed || why || (ended && (!ended.ok || found)));
    const wrong = findings.filter(({ severity }) => severity !== "warning").length;
    this.head.dataset.status = failed || (ended && !ended.ok) || wrong ? "fail" : why ? "" : isBad ? "warn" : "pass";
    this.head.replaceChildren(...this.#ending(why, found, ms));
    const help = ended?.help;
    if (help) this.head.after(helpOf("result-help", help));
    return this.told;
  }

  /** Nothing is run: a sentence says why, with the line that it is about. */
  refuse(words, line = 0) {
    this.hear(JSON.stringify({ failed: words, line }));
    return true;
  }

  /** The text was edited: all that is shown is of before. */
  age() {
    if (!this.head || this.head.querySelector(".row-age")) return;
    this.head.append(make("span", "row-age", word("before this edit")));
  }

  #ending(why, found, ms) {
    const { ended, failed } = this.told;
    const time = number(Math.round(ms));
    if (failed) return this.#said(failed.failed, failed.line);
    if (why) return [why];
    if (!ended) return [word("The run ended without a word: this site’s module is of another version. Build the site again.")];
    if (!ended.message) return [toItsEnd(ended.status, found, time)];
    // What the run says of its end has links and code in it.
    const [before, after] = brokenOff("\n", found, time).split("\n");
    return [before, ...this.#said(ended.message, ended.line), after];
  }

  /** A sentence, with a link to its line where it names one. */
  #said(words, line) {
    const named = new RegExp(`\\bline ${line}\\b`);
    const [before, ...after] = line && named.test(words) ? words.split(named) : [words];
    if (after.length) return [...spelled(before), placeOf(`line ${line}`, line, this.#options.reveal), ...spelled(after.join(`line ${line}`))];
    const place = line ? [" (", placeOf(word("line {}", line), line, this.#options.reveal), ")"] : [];
    return [...spelled(words.replace(/^[a-z]/, (letter) => letter.toUpperCase())), ...place];
  }

  #print(text, kind) {
    this.out.hidden = false;
    const last = this.out.lastChild;
    if (!kind && last?.nodeType === Node.TEXT_NODE) last.appendData(text);
    else this.out.append(kind ? make("span", kind, text) : text);
  }

  #finding({ code, title, severity, message, help, count, excerpt, places = [] }) {
    const { codes, reveal } = this.#options;
    const box = make("div", `result-finding is-${severity === "warning" ? "warning" : "error"}`);
    const head = make("p", "finding-head");
    const named = make(codes ? "a" : "span", "finding-code", code);
    if (codes) named.href = `${codes}${code}/`;
    head.append(named, " ", make("b", "", title || ""), count > 1 ? ` · ${word("{} times", number(count))}` : "");
    box.append(head);
    if (message && message !== title) {
      const said = make("p", "finding-message");
      said.append(...spelled(message));
      box.append(said);
    }
    if (reveal && places.length) {
      const list = make("ul", "finding-places");
      for (const { line, column, note } of places) {
        const item = make("li");
        item.append(placeOf(word("Line {}", line), line, reveal, column), note ? `: ${note}` : "");
        list.append(item);
      }
      box.append(list);
    }
    if (excerpt && (!reveal || !places.length)) {
      const said = make("pre", "failure-said", excerpt);
      said.tabIndex = 0;
      box.append(said);
    }
    if (help) box.append(helpOf("finding-help", help));
    return box;
  }

  /** What a terminal shows of a launch that failed, or of the program's end. */
  #note({ excerpt }) {
    const box = make("div", "result-finding is-warning");
    const said = make("pre", "failure-said", excerpt);
    said.tabIndex = 0;
    box.append(said);
    return box;
  }

  #buffer({ name, elem, length, values, changed, unwritten }) {
    if (!this.buffers.children.length) this.buffers.append(make("p", "result-title", word("Buffers")));
    const box = make("div", "result-buffer");
    const told = [`${elem} × ${number(length)}`, changed ? word("{} changed", number(changed)) : word("unchanged"), unwritten ? word("{} never written", number(unwritten)) : ""];
    const head = make("p", "buffer-head");
    head.append(make("b", "", name), ` ${told.filter(Boolean).join(" · ")}`);
    const shown = make("pre", "buffer-values");
    shown.tabIndex = 0;
    shown.setAttribute("aria-label", word("Values of {}", name));
    shown.setAttribute("role", "group");
    shown.append(values.map((value) => value ?? "?").join(" "));
    if (length > values.length) shown.append(make("span", "muted", ` ${word("… of {}", number(length))}`));
    box.append(head, shown);
    this.buffers.append(box);
  }

  #launch(launch) {
    if (!this.costs.children.length) this.costs.append(make("p", "result-title", word("What it cost")));
    const { reveal, shows } = this.#options;
    const cost = costOf(launch, this.#text, { reveal, shows });
    this.launches += 1;
    if (this.launches <= OPEN) return this.costs.append(cost);
    let more = this.costs.querySelector("details.cost-more");
    if (!more) {
      more = make("details", "cost-more");
      more.append(make("summary"));
      this.costs.append(more);
    }
    more.append(cost);
    more.firstChild.textContent = LEFT.folded(this.launches - OPEN);
    return cost;
  }
}
