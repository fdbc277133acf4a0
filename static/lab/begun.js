// What was begun in the playground, kept in this browser: a reload of the tab brings back what stood in it, a new tab what was written last.
//
// In: `{text, launch, args, base}`, where `base` is what a reset brings back. Out: the same, or null. The rule: a store that is full or closed loses
// nothing that is on the page; the page says so.

const FIELDS = ["text", "launch", "args", "base"];

export class Begun {
  #name;

  /** `root`: the way to the site's root, for another course on this host has its own. */
  constructor(root) {
    this.#name = `course-playground:${new URL(root, location.href).pathname}`;
  }

  /** Keeps it; false where nothing can be kept. */
  keep(begun) {
    const text = JSON.stringify(begun);
    const put = (store) => {
      try {
        store().setItem(this.#name, text);
        return true;
      } catch {
        return false;
      }
    };
    return [() => sessionStorage, () => localStorage].map(put).some(Boolean);
  }

  kept() {
    for (const store of [() => sessionStorage, () => localStorage]) {
      try {
        const begun = JSON.parse(store().getItem(this.#name));
        if (begun && FIELDS.every((key) => typeof begun[key] === "string")) return begun;
      } catch {
        // The other one, then; or nothing was kept.
      }
    }
    return null;
  }
}
