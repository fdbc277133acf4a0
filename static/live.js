// The server's voice in an open page: swap in what changed, show what is broken, paint new results.
// One stream of events; when it breaks off it comes back by itself and asks whether this page is still the newest.
(() => {
  "use strict";
  const page = document.documentElement.dataset;
  const word = window.courseWord;
  const url = `${page.root}api/events?page=${encodeURIComponent(page.url)}`;

  function show(problems) {
    if (document.body.classList.contains("page-broken")) return;
    let box = document.querySelector(".broken");
    const errors = problems.filter((problem) => problem.severity === "error");
    if (!errors.length) {
      if (box) box.remove();
      return;
    }
    if (!box) {
      box = document.createElement("section");
      box.className = "broken";
      box.setAttribute("role", "alert");
      document.body.append(box);
    }
    const make = (tag, className, words) => {
      const node = document.createElement(tag);
      node.className = className;
      node.textContent = words;
      return node;
    };
    const list = make("ul", "problems", "");
    for (const problem of errors) {
      const item = document.createElement("li");
      item.append(make("code", "problem-place", problem.place), make("span", "problem-message", problem.message));
      if (problem.excerpt) item.append(make("pre", "", problem.excerpt));
      if (problem.help) item.append(make("span", "problem-help", problem.help));
      list.append(item);
    }
    box.replaceChildren(
      make("h2", "", errors.length === 1 ? word("The course has a problem") : word("The course has {} problems", errors.length)),
      make("p", "", word("The pages are those of the last build that worked. This box goes away by itself.")),
      list,
    );
  }

  function restyle() {
    document.querySelectorAll("link[rel=stylesheet]").forEach((old) => {
      const fresh = old.cloneNode();
      const address = new URL(old.href);
      address.searchParams.set("v", Date.now());
      fresh.href = address.href;
      fresh.addEventListener("load", () => old.remove());
      old.after(fresh);
    });
  }

  // The new text takes the old one's place, so that the reader's place is kept and nothing is loaded twice. Of several
  // saves only the last is shown; a page that cannot be swapped is loaded anew.
  let asked = 0;
  async function renew() {
    const mine = (asked += 1);
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (mine !== asked) return;
      const frame = fresh.querySelector(".frame");
      if (!answer.ok || !frame) throw new Error("not a page of the course");
      document.querySelector(".frame").replaceWith(document.adoptNode(frame));
      document.title = fresh.title;
      document.body.className = fresh.body.className;
      page.hash = fresh.documentElement.dataset.hash;
      window.coursePage.arrive();
      if (progress()) progress().refresh();
    } catch {
      location.reload();
    }
  }

  const progress = () => window.courseProgress;

  const OWN_MS = 5000;
  /** Whether this page had it judged itself, just now: then it shows the verdict in full. */
  function isOwn({ lab }) {
    const solved = window.courseLab;
    return solved?.lab.id === lab && (solved.stopping || Date.now() - (solved.judged?.at ?? 0) < OWN_MS);
  }

  let told = [];

  // What the server says, whoever of the open tabs heard it.
  const hear = {
    // A tab that did not ask for itself is told no hash: it looks for itself. What came between its first look at the
    // progress and this went by unheard, so it looks once more.
    hello({ hash, problems, again }) {
      if (hash ? hash !== page.hash : again) renew();
      told = problems;
      show(problems);
      if (progress()) progress().refresh();
    },
    reload({ pages, styles }) {
      told = [];
      show([]);
      if (styles) restyle();
      if (page.hash === "" || pages.includes(page.url)) renew();
    },
    problems(problems) {
      told = problems;
      show(problems);
    },
    standing() {
      if (progress()) progress().refresh();
    },
    judged(attempt) {
      if (!progress()) return;
      if (!isOwn(attempt)) progress().say(word("{}: {}, {} of {} checks.", attempt.lab, word(attempt.words), attempt.passed, attempt.total));
      progress().refresh();
    },
  };

  // A browser holds few connections to one server, and a stream takes one for as long as its tab is open. So one tab
  // listens and tells the others; when it closes, another takes its place.
  const others = "BroadcastChannel" in window ? new BroadcastChannel(`course ${new URL(page.root, location.href).href}`) : null;

  // `late`: others listened before, and what was said in between went by unheard.
  function listen(late) {
    const source = new EventSource(url);
    let lost = late;
    for (const name of Object.keys(hear)) {
      source.addEventListener(name, (event) => {
        const data = JSON.parse(event.data);
        if (name === "hello") {
          data.again = lost;
          lost = false;
        }
        hear[name](data);
        if (others) others.postMessage({ name, data: name === "hello" ? { ...data, hash: null } : data });
      });
    }
    source.addEventListener("error", () => (lost = true));
    if (others) others.addEventListener("message", ({ data }) => data.name === "ask" && others.postMessage({ name: "problems", data: told }));
    return new Promise(() => {});
  }

  if (others && navigator.locks) {
    others.addEventListener("message", ({ data }) => Object.hasOwn(hear, data.name) && hear[data.name](data.data));
    others.postMessage({ name: "ask" });
    navigator.locks
      .request(others.name, { ifAvailable: true }, (lock) => lock && listen(false))
      .then(() => navigator.locks.request(others.name, () => listen(true)));
  } else {
    listen(false);
  }
})();
