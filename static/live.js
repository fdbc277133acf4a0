// The server's voice in an open page: swap in what changed, show what is broken, paint new results.
// One stream of events; when it breaks off it comes back by itself and asks whether this page is still the newest.
(() => {
  "use strict";
  const page = document.documentElement.dataset;
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
      make("h2", "", errors.length === 1 ? "The course has a problem" : `The course has ${errors.length} problems`),
      make("p", "", "The pages are those of the last build that worked. This box goes away by itself."),
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

  const source = new EventSource(url);
  const data = (event) => JSON.parse(event.data);
  const progress = () => window.courseProgress;

  source.addEventListener("hello", (event) => {
    const hello = data(event);
    if (hello.hash && hello.hash !== page.hash) renew();
    show(hello.problems);
    if (progress() && source.lost) progress().refresh();
    source.lost = false;
  });
  source.addEventListener("error", () => (source.lost = true));
  source.addEventListener("reload", (event) => {
    const { pages, styles } = data(event);
    show([]);
    if (styles) restyle();
    if (page.hash === "" || pages.includes(page.url)) renew();
  });
  source.addEventListener("problems", (event) => show(data(event)));
  source.addEventListener("standing", () => progress() && progress().refresh());
  source.addEventListener("judged", (event) => {
    const attempt = data(event);
    if (!progress()) return;
    progress().say(`${attempt.lab}: ${attempt.words}, ${attempt.passed} of ${attempt.total} checks.`);
    progress().refresh();
  });
})();
