// What a page could not write before it went away, for the next page to take up.
//
// In: values, each under what it is of. Out: the values that any page of this site left. The rule: a page that goes away has no time to wait for
// an answer, so this is the one storage that is written at once; each page has a place of its own, so that none writes over another's.

export class Left {
  #name;
  #page;

  /** `name` is the site's, `page` this page's alone. */
  constructor(name, page) {
    this.#name = name;
    this.#page = page;
  }

  #key(what) {
    return `course-left ${this.#name} ${what} ${this.#page}`;
  }

  /** Leaves a value; says whether there was room for it. */
  put(what, value) {
    try {
      localStorage.setItem(this.#key(what), JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  }

  /** What this page left is not needed any more. */
  drop(what) {
    this.remove(this.#key(what));
  }

  /** The same for what `all` gave. */
  remove(key) {
    try {
      localStorage.removeItem(key);
    } catch {
      // What cannot be reached is not there either.
    }
  }

  /** What pages left of something: `{key, value}`. What cannot be read is passed over. */
  all(what) {
    const begin = `course-left ${this.#name} ${what} `;
    const found = [];
    try {
      for (const key of Object.keys(localStorage)) {
        if (!key.startsWith(begin)) continue;
        try {
          found.push({ key, value: JSON.parse(localStorage.getItem(key)) });
        } catch {
          // Not ours.
        }
      }
    } catch {
      // No storage, nothing left.
    }
    return found;
  }
}
