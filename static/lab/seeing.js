// Where a lab's page shows its runs: the section "See it", the button in the bar, and one at the first failure.
//
// In: the lab's page (`page.js`), whose `course:lab` and `course:judged` are heard. Out: the section filled when it is first asked for; what
// draws it is loaded then. The rule: whoever judges runs what is seen, the page's module or the server; without either there is nothing to see here.

import { Engine } from "./engine.js";
import { LiveEngine } from "./live.js";
import { word } from "./words.js";

const page = document.documentElement.dataset;

class Place {
  constructor(lab) {
    this.lab = lab;
    this.section = lab.article.querySelector("[data-see]");
    if (!page.module && !lab.live) return lab.find("see")?.remove();
    this.section.hidden = false;
    lab.find("see")?.addEventListener("click", () => this.open());
    this.section.querySelector("[data-see-open]").addEventListener("click", () => this.open());
    addEventListener("course:judged", ({ detail }) => this.#offer(detail.results));
    lab.editor.addEventListener("change", () => this.seeing?.then((seeing) => seeing.aged()));
  }

  /** A button at the first failure that has a run to be seen. */
  #offer(results) {
    const failed = results.find(({ status, check }) => status === "fail" && check !== "compiles");
    const box = this.lab.bench.querySelector(".failure");
    if (!failed || !box || box.querySelector(".see-failure")) return;
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "button quiet see-failure", textContent: word("See it fail") });
    button.addEventListener("click", () => this.open(failed));
    box.append(button);
  }

  async #made() {
    const style = document.createElement("link");
    Object.assign(style, { rel: "stylesheet", href: new URL("see.css", import.meta.url).href });
    const drawn = new Promise((done) => (style.onload = style.onerror = done));
    document.head.append(style);
    const [{ mount }] = await Promise.all([import("./see.js"), drawn]);
    const { lab } = this;
    const engine = lab.live ? new LiveEngine(page.root) : new Engine(new URL(`${page.root}${page.module}`, location.href));
    const parts = lab.lab.parts.map(({ id, title }) => ({ id, title }));
    return mount(this.section.querySelector(".see"), {
      call: (...call) => engine.call(...call),
      lab: lab.lab.id,
      parts,
      part: () => (parts.some(({ id }) => id === lab.select) ? lab.select : parts[0].id),
      text: () => lab.editor.text,
      editor: lab.editor,
      devices: JSON.parse(this.section.dataset.devices || "[]"),
      may: () => lab.standing?.status === "done",
    });
  }

  /** Opens the section; for a record, at the place that it names. */
  async open(record = null) {
    this.seeing ??= this.#made();
    this.lab.article.querySelector('[data-pane-to="task"]')?.click();
    this.section.querySelector("[data-see-open]").parentElement.hidden = true;
    this.section.scrollIntoView({ block: "start" });
    const seeing = await this.seeing;
    await (record ? seeing.open(record) : seeing.see());
    this.section.querySelector("h2").focus({ preventScroll: true });
  }
}

const join = (lab) => lab.article.querySelector("[data-see]") && (lab.see ??= new Place(lab));
addEventListener("course:lab", ({ detail }) => join(detail));
if (window.courseLab) join(window.courseLab);
