// Questions to predict and to grade, what is due, the calendar of activity, the time left, and a log kept in the browser.
//
// Rows are the server's or this browser's, in the form that `course progress import` reads, and are counted the same. The steps
// between reviews are the rule's (`standing.js`); here they have dates.
(() => {
  "use strict";
  const progress = window.courseProgress;
  const root = document.documentElement.dataset.root;
  const word = window.courseWord;
  const make = (tag, className, words) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    if (words !== undefined) node.textContent = words;
    return node;
  };
  const two = (number) => String(number).padStart(2, "0");
  const dayOf = (time) => `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  const plus = (day, count) => {
    const [year, month, date] = day.split("-").map(Number);
    return dayOf(new Date(year, month - 1, date + count));
  };
  const between = (from, to) => Math.round((new Date(`${to}T12:00`) - new Date(`${from}T12:00`)) / 86400000);
  const spoken = (day) => new Date(`${day}T12:00`).toLocaleDateString(window.courseLocale, { weekday: "long", day: "numeric", month: "long", year: "numeric" });

  // Questions

  const GRADES = [[1, "Again"], [2, "Hard"], [3, "Good"], [4, "Easy"]];

  async function nextDue(before, grade, today) {
    const last = before ? Math.max(0, between(dayOf(new Date(before.at)), before.due)) : 0;
    return plus(today, await courseStanding.nextDue(last, grade));
  }

  function latest(reviews) {
    const newest = new Map();
    for (const review of reviews) {
      const before = newest.get(review.item);
      if (!before || before.at <= review.at) newest.set(review.item, review);
    }
    return newest;
  }

  async function grade(item, value) {
    if (progress.live) return (await progress.send("api/reviews", { item, grade: value })).due;
    const now = new Date();
    const due = await nextDue(latest(progress.stored().reviews ?? []).get(item), value, dayOf(now));
    // Read after the wait: another row may have come meanwhile.
    const kept = progress.stored();
    progress.store({ ...kept, reviews: [...(kept.reviews ?? []), { at: now.toISOString(), item, grade: value, due }] });
    return due;
  }

  function grading() {
    document.querySelectorAll("[data-grade]").forEach((box) => {
      if (box.childElementCount) return;
      box.hidden = false;
      box.append(make("span", "grade-ask", word("How well did you know it?")));
      const said = make("span", "grade-said");
      said.setAttribute("role", "status");
      for (const [value, name] of GRADES) {
        const button = make("button", "grade-button", word(name));
        button.type = "button";
        button.addEventListener("click", async () => {
          try {
            const due = await grade(box.dataset.grade, value);
            said.textContent = word(`Due again on ${spoken(due)}.`);
            // What was known is done; what was not stays open.
            const tick = document.querySelector(`input[data-item="${CSS.escape(box.dataset.grade)}"]`);
            if (value > 1 && tick && !tick.checked && !tick.disabled) tick.click();
            else progress.refresh();
          } catch (error) {
            progress.say(word(`Not kept: ${error.message}.`));
          }
        });
        box.append(button);
      }
      box.append(said);
    });
  }

  // A prediction is written down before its answer opens, and stays in this browser beside it.

  const SAID = "course-predictions";
  function predictions() {
    try {
      return Object.assign({}, JSON.parse(localStorage.getItem(SAID)));
    } catch {
      return {};
    }
  }

  function predicting() {
    const kept = predictions();
    document.querySelectorAll("form[data-predict]").forEach((form) => {
      if ("heard" in form.dataset) return;
      form.dataset.heard = "";
      const answer = form.nextElementSibling;
      const status = form.querySelector(".predict-said");
      const { predict } = form.dataset;
      const { said } = form.elements;
      const commit = (words) => {
        form.dataset.said = "";
        said.value = words;
        status.textContent = word(`You said: ${words}`);
      };
      if (typeof kept[predict] === "string") commit(kept[predict]);
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        const words = said.value.trim();
        if (!words) {
          status.textContent = word("Write an answer first; a guess is enough.");
          said.focus();
          return;
        }
        commit(words);
        answer.open = true;
        try {
          localStorage.setItem(SAID, JSON.stringify({ ...predictions(), [predict]: words }));
        } catch {
          // It lasts for this page, then.
        }
      });
      answer.querySelector("summary").addEventListener("click", (event) => {
        if ("said" in form.dataset) return;
        event.preventDefault();
        status.textContent = word("Commit to an answer first; a guess is enough.");
        said.focus();
      });
    });
  }

  // Dashboard

  const taken = new Map();
  async function data(name) {
    if (!taken.has(name)) taken.set(name, fetch(root + name).then((answer) => answer.json()));
    return taken.get(name);
  }

  async function due(dates, today) {
    const box = document.querySelector("[data-due]");
    if (!box) return;
    const questions = await data("questions.json");
    const rows = Object.entries(dates)
      .filter(([item, day]) => day <= today && questions[item])
      .sort((a, b) => (a[1] < b[1] ? -1 : 1));
    const list = make("ul", "due-list");
    for (const [item, day] of rows.slice(0, 12)) {
      const entry = make("li");
      const link = make("a", "", questions[item].text);
      link.href = root + questions[item].url;
      entry.append(link, " ", make("span", "muted", word(day === today ? "today" : `since ${spoken(day)}`)));
      list.append(entry);
    }
    const all = Object.keys(questions).length;
    const none = word(`Nothing is due. Of ${all} questions you have graded ${Object.keys(dates).length}; open an answer and grade it to see it here again.`);
    box.replaceChildren(rows.length ? list : make("p", "empty", none));
    if (rows.length > 12) box.append(make("p", "empty", word(`and ${rows.length - 12} more`)));
  }

  function calendar(days, today) {
    const box = document.querySelector("[data-calendar]");
    if (!box) return;
    const weekday = (new Date(`${today}T12:00`).getDay() + 6) % 7;
    const weeks = 24;
    const start = plus(today, -weekday - 7 * (weeks - 1));
    const table = make("table", "calendar");
    const body = make("tbody");
    let total = 0;
    let active = 0;
    for (let row = 0; row < 7; row += 1) {
      const line = make("tr");
      const head = make("th");
      head.scope = "row";
      // Every row has a name, and every other one shows it.
      head.append(make("span", row % 2 ? "unseen" : "", word(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][row])));
      line.append(head);
      for (let week = 0; week < weeks; week += 1) {
        const day = plus(start, week * 7 + row);
        const cell = make("td");
        if (day <= today) {
          const count = days[day] ?? 0;
          total += count;
          active += count ? 1 : 0;
          cell.dataset.level = count === 0 ? "0" : count < 3 ? "1" : count < 8 ? "2" : "3";
          cell.title = `${spoken(day)}: ${count === 0 ? word("nothing") : count}`;
          cell.append(make("span", "unseen", cell.title));
        }
        line.append(cell);
      }
      body.append(line);
    }
    table.append(body);
    const words = word(total
      ? `${active} ${active === 1 ? "day" : "days"} with something done in the last ${weeks} weeks; attempts, ticks, entries and graded questions count.`
      : `Nothing done in the last ${weeks} weeks. The first tick or attempt lights a square.`);
    const said = document.querySelector("[data-calendar-words]");
    if (said) said.textContent = words;
    box.replaceChildren(table);
    box.scrollLeft = box.scrollWidth;
  }

  function hours(minutes) {
    return minutes < 120 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 6) / 10} h`;
  }

  /** `7.9 to 12.8 h`, the unit once. */
  function range([least, most]) {
    const [from, to] = [hours(least), hours(most)];
    const unit = to.slice(to.lastIndexOf(" "));
    return word(`${from.endsWith(unit) ? from.slice(0, -unit.length) : from} to ${to}`);
  }

  function left(sum) {
    const nodes = document.querySelectorAll("[data-left]");
    if (!nodes.length) return;
    const words = sum[1] === 0 ? "" : Math.round(sum[0]) === Math.round(sum[1]) ? hours(sum[1]) : range(sum);
    nodes.forEach((node) => {
      node.hidden = !words;
      node.querySelector("[data-left-time]").textContent = words;
    });
  }

  /** How much was done on each day: attempts, ticks, entries of the log, graded questions. */
  function byDay({ attempts = [], marks = [], log = [], reviews = [] }) {
    const days = {};
    const entries = new Map(log.map((row) => [row.entry, row]));
    const times = [attempts.map((row) => row.started), [...marks, ...entries.values(), ...reviews].map((row) => row.at)];
    for (const time of times.flat()) {
      const day = dayOf(new Date(time));
      days[day] = (days[day] ?? 0) + 1;
    }
    return days;
  }

  async function paint({ standing, rows }) {
    const today = dayOf(new Date());
    const dates = Object.fromEntries([...latest(rows.reviews ?? [])].map(([item, review]) => [item, review.due]));
    calendar(byDay(rows), today);
    left(standing.left);
    await due(dates, today);
  }

  // Tabs of one name are chosen together, on this page.

  document.addEventListener("change", (event) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || input.type !== "radio" || !input.closest(".tabs")) return;
    const name = input.nextElementSibling.textContent;
    document.querySelectorAll(".tabs > label").forEach((label) => {
      if (label.textContent === name) document.getElementById(label.htmlFor).checked = true;
    });
  });

  const show = (told) => paint(told).catch((error) => progress.say(word(`The dashboard cannot be filled: ${error.message}.`)));
  addEventListener("course:standing", (event) => show(event.detail));
  if (progress.standing) show(progress.standing);
  const arrive = () => {
    grading();
    predicting();
  };
  addEventListener("course:arrive", arrive);
  arrive();
})();
