// A launch of the playground, warp by warp: the section "See it", filled when it is first asked for.
//
// In: the page's article, its text and launch. Out: what `see.js` draws, from runs of `play` that follow a warp. The rule: `see.js` knows labs, whose runs
// are told a little otherwise; what is told here is put into that form, line by line.

import { engineFor } from "./runs.js";
import { word } from "./words.js";

const STEPS = /^\{"(counts|trace|part|failed)"/;

export class Watched {
  #article;
  #options;
  #seeing = null;

  /** `launch()` is the launch line as it stands. */
  constructor(article, options) {
    this.#article = article;
    this.#options = options;
  }

  async open() {
    const section = this.#article.querySelector("[data-play-see]");
    section.hidden = false;
    this.#seeing ??= this.#made(section);
    const seeing = await this.#seeing;
    section.scrollIntoView({ block: "start" });
    await seeing.see();
    section.querySelector("h2").focus({ preventScroll: true });
  }

  /** The text is another by now. */
  aged() {
    this.#seeing?.then((seeing) => seeing.aged());
  }

  async #made(section) {
    const style = document.createElement("link");
    Object.assign(style, { rel: "stylesheet", href: new URL("see.css", import.meta.url).href });
    const drawn = new Promise((done) => (style.onload = style.onerror = done));
    document.head.append(style);
    const [{ mount }] = await Promise.all([import("./see.js"), drawn]);
    const { editor } = this.#options;
    return mount(section.querySelector(".see"), {
      call: (...call) => this.#call(...call),
      lab: "",
      parts: [{ id: "launch", title: "" }],
      text: () => editor.text,
      editor,
      devices: JSON.parse(this.#article.dataset.devices || "[]"),
      single: true,
      may: () => true,
    });
  }

  /** A request as `see.js` makes it of a lab, asked of this launch. */
  async #call(_, request, onLine, options) {
    const [, asked, ...lines] = request.split("\n");
    const [, , block, warp, first] = asked.split(" ");
    const { file, launch } = this.#options;
    let [started, ended] = [null, null];
    const hear = (line) => {
      if (STEPS.test(line)) return onLine(line);
      const told = JSON.parse(line);
      started ??= told.started ?? null;
      ended ??= told.ended ?? null;
      return null;
    };
    const gave = await engineFor("see").call("play", `${file}\n${launch()}\n${block} ${warp} ${first}\n${lines.join("\n")}`, hear, options);
    if (started) {
      const { text, grid, block, warps, at } = started;
      onLine(JSON.stringify({ cases: [word("this launch")], case: 0, launches: [text], launch: 0, grid, block, warps, at, text: null, ended: ended?.ok === false ? ended.message : null }));
    }
    return gave;
  }
}
