// What a GPU measured of a lab, on its page and on the dashboard: a line for each check and device with every time, the best and
// the last. The series are `standing.js`'s; every number that is drawn is said as well.
(() => {
  "use strict";
  const root = document.documentElement.dataset.root;
  const SVG = "http://www.w3.org/2000/svg";
  const DRAWN = 20;
  const [WIDE, HIGH, EDGE] = [120, 28, 4];

  const make = (tag, className, ...inner) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    node.append(...inner);
    return node;
  };
  const drawn = (tag, attributes) => {
    const node = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    return node;
  };
  const word = window.courseWord;

  /** The newest values as a line from nothing to the best of them, with a mark on the best. */
  function line({ check, device, unit, values }) {
    const shown = values.slice(-DRAWN);
    const most = Math.max(...shown) || 1;
    const x = (at) => (shown.length === 1 ? WIDE / 2 : EDGE + (at * (WIDE - 2 * EDGE)) / (shown.length - 1));
    const y = (value) => HIGH - EDGE - (value / most) * (HIGH - 2 * EDGE);
    const label = word("{} on {}, oldest first: {} {}", check, device, shown.join(", "), unit);
    const picture = drawn("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, width: WIDE, height: HIGH, role: "img", "aria-label": label, class: "timed-line" });
    picture.append(drawn("line", { x1: 0, x2: WIDE, y1: HIGH - EDGE, y2: HIGH - EDGE, class: "timed-ground" }));
    picture.append(drawn("polyline", { points: shown.map((value, at) => `${x(at)},${y(value)}`).join(" ") }));
    const best = shown.lastIndexOf(most);
    shown.forEach((value, at) => picture.append(drawn("circle", { cx: x(at), cy: y(value), r: at === best ? 3.5 : 2, class: at === best ? "best" : "" })));
    return picture;
  }

  function entry(series, lab) {
    const { check, device, unit, values, best, last } = series;
    const what = make("span", "timed-what");
    if (lab) {
      const link = make("a", "", lab);
      link.href = `${root}labs/${lab}/#part-${check.split("/")[0]}`;
      what.append(link, " ");
    }
    what.append(make("code", "", check), ` ${word("on {}", device)}`);
    const words = make("span", "timed-words", values.length === 1 ? word("best {} {}, last {}, measured once", best, unit, last) : word("best {} {}, last {}, measured {} times", best, unit, last, values.length));
    return make("li", "", what, line(series), words);
  }

  function paint({ standing }) {
    document.querySelectorAll("[data-timed]").forEach((node) => {
      const own = node.dataset.timed;
      const labs = own ? [own] : Object.keys(standing.labs);
      const entries = labs.flatMap((lab) => (standing.labs[lab]?.timed ?? []).map((series) => entry(series, own ? "" : lab)));
      node.hidden = entries.length === 0;
      node.querySelector("ul").replaceChildren(...entries);
    });
  }

  addEventListener("course:standing", (event) => paint(event.detail));
  if (window.courseProgress?.standing) paint(window.courseProgress.standing);
})();
