// What a learner's attempts show, on the dashboard: each lab's attempts as a row of bars, and the kinds of check that went well or
// badly lately, the weakest first. What they come to is `standing.js`'s.
(() => {
  "use strict";
  const root = document.documentElement.dataset.root;
  const word = window.courseWord;
  const make = (tag, className, ...inner) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    node.append(...inner);
    return node;
  };
  const many = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

  /** A lab's attempts over time: a bar each, as high as the share of checks that passed. */
  function trend(node, { count, trend, newest }) {
    const bars = make("span", "trend");
    bars.setAttribute("aria-hidden", "true");
    for (const { passed, total, outcome } of trend) {
      const bar = make("i");
      bar.dataset.status = outcome === "pass" ? "pass" : "fail";
      bar.style.setProperty("--share", total ? Math.max(passed / total, 0.08) : 0.08);
      bars.append(bar);
    }
    const [last] = newest;
    node.replaceChildren(bars, make("span", "", word(`${many(count, "attempt")}; the last passed ${last.passed} of ${last.total}`)));
  }

  function skillRow({ title, lately, passed, last }) {
    const marks = make("span", "skill-marks");
    marks.setAttribute("aria-hidden", "true");
    for (const good of lately) marks.append(make("i", good ? "good" : "bad", good ? "●" : "○"));
    const where = make("td");
    if (last) {
      const link = make("a", "", `${last.lab} ${last.part}/${last.check}`);
      link.href = `${root}labs/${last.lab}/#part-${last.part}`;
      link.title = last.message;
      where.append(link);
    } else {
      where.append(make("span", "muted", word("nowhere")));
    }
    const name = make("th", "", word(title));
    name.scope = "row";
    return make("tr", "", name, make("td", "", marks, ` ${word(`${passed} of ${lately.length}`)}`), where);
  }

  function paint({ standing }) {
    document.querySelectorAll("[data-trend]").forEach((node) => {
      const lab = standing.labs[node.dataset.trend];
      if (lab?.count) trend(node, lab);
      else node.replaceChildren();
    });
    const section = document.querySelector("[data-skills]");
    if (!section) return;
    section.hidden = standing.skills.length === 0;
    section.querySelector("tbody").replaceChildren(...standing.skills.map(skillRow));
    const weak = standing.skills.filter(({ passed, lately }) => passed < lately.length);
    const words = weak.length ? word(`Weakest first. “${word(weak[0].title)}” passed in ${weak[0].passed} of the last ${many(weak[0].lately.length, "attempt")} that asked for it.`) : word("Every kind of check passed in all of its last attempts.");
    section.querySelector("[data-skills-words]").textContent = words;
  }

  addEventListener("course:standing", (event) => paint(event.detail));
  if (window.courseProgress?.standing) paint(window.courseProgress.standing);
})();
