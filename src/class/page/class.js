// The table of learners, a learner's own table, and the pairs that are too alike, drawn from the JSON of this page.
//
// A class may have thousands of learners: rows are drawn as the table is scrolled to, so that the page opens at once. Everything a
// learner wrote goes through `text`, which makes text of it and nothing else.
"use strict";
{
  const data = JSON.parse(document.getElementById("data").textContent);
  const { columns, learners, messages, states, pairs } = data;
  /** The places of what a learner's array and a cell's array hold. */
  const [ID, NAME, POINTS, OF, CELLS, FIRST, WHERE, LAST] = [0, 1, 2, 3, 4, 5, 6, 7];
  const [STATE, HAS, TIMES, LATE, SAID, TAKEN, EXTENSION] = [0, 1, 2, 3, 4, 5, 6];
  const MISSING = 6;
  const NOT_STARTED = 9;
  /** Rows that are drawn at a time. */
  const BATCH = 60;

  const $ = (id) => document.getElementById(id);
  const head = $("grid").tHead;
  const body = $("grid").tBodies[0];
  const scroll = $("grid").parentElement;
  const find = $("find");
  const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  /** Anybody's words as HTML that shows them. */
  const text = (words) => String(words).replace(/[&<>"']/g, (sign) => signs[sign]);
  const points = (thousandths) => String(thousandths / 1000);
  const stateOf = (cell, column) => (cell ? cell[STATE] : columns[column][0] === "module" ? NOT_STARTED : MISSING);
  const said = (place) => (place < 0 ? "" : messages[place]);
  const collator = new Intl.Collator("en", { numeric: true });

  let sort = { by: "name", down: false };
  let order = learners.map((_, at) => at);
  let drawn = 0;
  let current = 0;

  /** The columns that are shown: modules or labs where there are both. */
  function shown() {
    const kind = find.elements.kind?.value;
    return columns.map((_, at) => at).filter((at) => !kind || columns[at][0] === kind);
  }

  function cellHtml(cell, at) {
    const state = stateOf(cell, at);
    if (!cell) return `<td class="cell" data-s="${state}">${states[state][0]}</td>`;
    const module = columns[at][0] === "module";
    const has = cell[HAS] === null ? "" : points(cell[HAS]) + (module ? `/${points(columns[at][3])}` : "");
    const late = cell[LATE] ? ` +${cell[LATE]}d` : "";
    return `<td class="cell${module ? " module" : ""}" data-s="${state}"><b>${states[state][0]}</b> ${has}${late}</td>`;
  }

  function rowHtml(at, row) {
    const learner = learners[at];
    const name = `<th scope="row" class="name"><button type="button" data-at="${at}" tabindex="-1"><bdi>${text(learner[NAME])}</bdi></button></th>`;
    const sum = `<td class="sum">${points(learner[POINTS])} <span class="soft">of ${points(learner[OF])}</span></td>`;
    const where = data.progress ? `<td class="where">${text(learner[WHERE])}</td><td class="last">${text(learner[LAST] ?? "–")}</td>` : "";
    const cells = shown().map((column) => cellHtml(learner[CELLS][column], column));
    return `<tr aria-rowindex="${row + 2}">${name}${sum}${where}${cells.join("")}<td class="why">${text(said(learner[FIRST]))}</td></tr>`;
  }

  function drawMore() {
    const until = Math.min(order.length, drawn + BATCH);
    let html = "";
    for (; drawn < until; drawn += 1) html += rowHtml(order[drawn], drawn);
    body.insertAdjacentHTML("beforeend", html);
  }

  /** Draws the table anew from its first row. */
  function draw() {
    const first = learners.length ? "no learner is like that" : "no learner is here";
    body.innerHTML = order.length ? "" : `<tr><td class="none" colspan="${shown().length + 4}">${first}</td></tr>`;
    drawn = 0;
    current = 0;
    scroll.scrollTop = 0;
    $("grid").setAttribute("aria-rowcount", String(order.length + 1));
    drawMore();
    focusable(0);
    find.elements.count.value = order.length === learners.length ? `${learners.length} learners` : `${order.length} of ${learners.length} learners`;
  }

  function headHtml() {
    const one = (by, words, kind, title = "") => `<th scope="col" class="${kind}"${title ? ` title="${text(title)}"` : ""}><button type="button" data-by="${by}">${text(words)}</button></th>`;
    const where = data.progress ? one("where", "next step", "where") + one("last", "last step", "last") : "";
    const cells = shown().map((at) => one(at, columns[at][1], `cell${columns[at][0] === "module" ? " module" : ""}`, columns[at][2]));
    head.innerHTML = `<tr aria-rowindex="1">${one("name", "learner", "name")}${one("points", data.progress ? "done" : "points", "sum")}${where}${cells.join("")}<th scope="col" class="why">first failure</th></tr>`;
    sayOrder();
  }

  /** What a learner is sorted by. */
  function key(at) {
    const learner = learners[at];
    switch (sort.by) {
      case "name": return learner[NAME];
      case "points": return learner[OF] ? learner[POINTS] / learner[OF] : -1;
      case "where": return learner[WHERE];
      case "last": return learner[LAST] ?? "";
      default: {
        const cell = learner[CELLS][Number(sort.by)];
        return cell ? (cell[HAS] ?? -1) : -2;
      }
    }
  }

  function compare(a, b) {
    const [one, two] = [key(a), key(b)];
    const least = typeof one === "string" ? collator.compare(one, two) : one - two;
    return (sort.down ? -least : least) || collator.compare(learners[a][ID], learners[b][ID]);
  }

  function sayOrder() {
    for (const cell of head.querySelectorAll("th")) {
      const by = cell.querySelector("button")?.dataset.by;
      if (by === String(sort.by)) cell.setAttribute("aria-sort", sort.down ? "descending" : "ascending");
      else cell.removeAttribute("aria-sort");
    }
  }

  /** Keeps the learners that are asked for, in the order that is asked for. */
  function choose() {
    const wanted = find.elements.name.value.trim().toLowerCase();
    const column = Number(find.elements.column.value);
    const state = Number(find.elements.state.value);
    const named = (learner) => !wanted || `${learner[NAME]}\n${learner[ID]}`.toLowerCase().includes(wanted);
    const asked = column < 0 ? shown() : [column];
    const stands = (learner) => state < 0 || asked.some((at) => stateOf(learner[CELLS][at], at) === state);
    order = learners.map((_, at) => at).filter((at) => named(learners[at]) && stands(learners[at]));
    order.sort(compare);
    draw();
  }

  /** Of all names one can be reached with Tab; arrow keys move on from there. */
  function focusable(row) {
    const buttons = body.querySelectorAll("button");
    buttons[current]?.setAttribute("tabindex", "-1");
    current = row;
    buttons[row]?.setAttribute("tabindex", "0");
    return buttons[row];
  }

  function goTo(row) {
    const to = Math.max(0, Math.min(order.length - 1, row));
    while (drawn <= to && drawn < order.length) drawMore();
    const button = focusable(to);
    button?.focus();
    button?.scrollIntoView({ block: "nearest" });
  }

  function onKey(event) {
    if (!event.target.matches("button")) return;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20, Home: -order.length, End: order.length };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    goTo(event.target.closest("tr").sectionRowIndex + step);
  }

  function pairsOf(at) {
    const own = pairs.filter((pair) => pair[1] === at || pair[2] === at);
    if (!own.length) return "";
    const other = (pair) => (pair[1] === at ? pair[2] : pair[1]);
    const one = (pair) => `<li>${text(columns.filter((column) => column[0] === "lab")[pair[0]][1])}: ${pair[3]} % with <bdi>${text(learners[other(pair)][NAME])}</bdi></li>`;
    return `<h3>Too alike</h3><ul>${own.map(one).join("")}</ul>`;
  }

  /** Opens what one learner did. */
  function open(at) {
    const learner = learners[at];
    const rows = columns.map((column, place) => {
      const cell = learner[CELLS][place];
      const state = stateOf(cell, place);
      const has = cell && cell[HAS] !== null ? `${points(cell[HAS])} of ${points(column[3])}` : "";
      const taken = cell && cell[TAKEN] ? ` <span class="soft">(${points(cell[TAKEN])} taken for ${cell[LATE]} d)</span>` : "";
      const later = cell?.[EXTENSION] ? ` <span class="soft">(extension: ${text(cell[EXTENSION])})</span>` : "";
      return `<tr><th scope="row">${text(column[1])}</th><td data-s="${state}"><b>${states[state][0]}</b> ${states[state][1]}${later}</td><td class="num">${has}${taken}</td><td class="num">${cell && cell[TIMES] ? cell[TIMES] : ""}</td><td class="said">${cell ? text(said(cell[SAID])) : ""}</td></tr>`;
    });
    $("who").innerHTML = `<bdi>${text(learner[NAME])}</bdi>${learner[NAME] === learner[ID] ? "" : ` <code>${text(learner[ID])}</code>`}`;
    $("what").innerHTML = `<p>${points(learner[POINTS])} of ${points(learner[OF])}${learner[WHERE] ? `; next: ${text(learner[WHERE])}` : ""}</p>
      <div class="scroll" role="region" aria-label="What the learner did" tabindex="0"><table><thead><tr><th scope="col">what</th><th scope="col">state</th><th scope="col" class="num">points</th><th scope="col" class="num">times</th><th scope="col">first failure</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>${pairsOf(at)}`;
    $("learner").showModal();
  }

  function sideHtml(side, learner, lab) {
    const more = side[2] ? `\n… ${side[2]} more lines` : "";
    return `<div><h3><bdi>${text(learners[learner][NAME])}</bdi>, ${text(lab)}, from line ${side[0]}</h3><pre tabindex="0">${text(side[1])}${more}</pre></div>`;
  }

  function fillPair(details, pair) {
    if (details.childElementCount > 1) return;
    const lab = columns.filter((column) => column[0] === "lab")[pair[0]][1];
    const one = (passage) => `<div class="sides">${sideHtml(passage[1], pair[1], lab)}${sideHtml(passage[2], pair[2], lab)}</div>`;
    details.insertAdjacentHTML("beforeend", pair[5].map(one).join("") || '<p class="none">Only the first pairs are shown side by side.</p>');
  }

  function drawPairs() {
    const place = $("pairs");
    if (!place) return;
    if (!pairs.length) {
      place.innerHTML = "<p>No two texts are.</p>";
      return;
    }
    const labs = columns.filter((column) => column[0] === "lab");
    const name = (at) => `<bdi>${text(learners[at][NAME])}</bdi>`;
    const one = (pair, at) => `<details data-pair="${at}"><summary><b>${pair[3]} %</b> ${text(labs[pair[0]][1])}: ${name(pair[1])} and ${name(pair[2])}</summary></details>`;
    const few = 12;
    place.innerHTML = pairs.slice(0, few).map(one).join("");
    if (pairs.length > few) place.insertAdjacentHTML("beforeend", `<button type="button" class="more">Show all ${pairs.length} pairs</button>`);
    place.querySelector(".more")?.addEventListener("click", (event) => {
      event.target.remove();
      place.insertAdjacentHTML("beforeend", pairs.slice(few).map((pair, at) => one(pair, at + few)).join(""));
      place.querySelectorAll("summary")[few]?.focus();
    });
    // `toggle` does not bubble, so it is heard on the way down.
    place.addEventListener("toggle", (event) => fillPair(event.target, pairs[event.target.dataset.pair]), true);
  }

  /** The choices of the form. */
  function fillForm() {
    const option = (value, words) => `<option value="${value}">${text(words)}</option>`;
    find.elements.column.insertAdjacentHTML("beforeend", columns.map((column, at) => option(at, column[1])).join(""));
    find.elements.state.insertAdjacentHTML("beforeend", states.map((state, at) => option(at, state[1])).join(""));
  }

  head.addEventListener("click", (event) => {
    const by = event.target.closest("button")?.dataset.by;
    if (by === undefined) return;
    // Names from A, figures from the most.
    sort = { by, down: by === String(sort.by) ? !sort.down : !["name", "where"].includes(by) };
    sayOrder();
    choose();
  });
  body.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    focusable(button.closest("tr").sectionRowIndex);
    open(Number(button.dataset.at));
  });
  body.addEventListener("keydown", onKey);
  scroll.addEventListener("scroll", () => {
    if (drawn < order.length && scroll.scrollTop + scroll.clientHeight > scroll.scrollHeight - 900) drawMore();
  }, { passive: true });
  find.addEventListener("submit", (event) => event.preventDefault());
  find.addEventListener("input", (event) => {
    if (event.target.name === "kind") headHtml();
    choose();
  });
  // On paper there is no scrolling.
  addEventListener("beforeprint", () => {
    while (drawn < order.length) drawMore();
  });
  fillForm();
  headHtml();
  choose();
  drawPairs();
}
