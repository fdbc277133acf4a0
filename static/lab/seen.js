// The pieces that what is seen is made of: an element with its words, a table, a drawing with its text beside it.

/** An element of a class, with words in it. */
export function make(name, kind = "", words = "") {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  if (words) made.textContent = words;
  return made;
}

/** A table of heads and rows; a cell is words or an element. */
export function tableOf({ heads, rows }, label) {
  const wrap = make("div", "table-wrap");
  wrap.tabIndex = 0;
  wrap.setAttribute("role", "group");
  wrap.setAttribute("aria-label", label);
  const table = make("table");
  const head = make("tr");
  head.append(...heads.map((words) => Object.assign(make("th", "", words), { scope: "col" })));
  const top = make("thead");
  top.append(head);
  const body = make("tbody");
  for (const row of rows) {
    const made = make("tr");
    made.append(
      ...row.map((cell) => {
        const td = make("td");
        td.append(cell);
        return td;
      }),
    );
    body.append(made);
  }
  table.append(top, body);
  wrap.append(table);
  return wrap;
}

/** A drawing with its sentence, and its numbers in a table that opens; `table` is made when it is opened. */
export function figureOf({ title, svg, said, table, summary }) {
  const figure = make("figure", "see-figure");
  const caption = make("figcaption");
  if (title) caption.append(make("b", "", `${title}: `));
  caption.append(said);
  const numbers = make("details", "plot-numbers");
  numbers.append(make("summary", "", summary));
  numbers.addEventListener("toggle", () => numbers.open && numbers.children.length === 1 && numbers.append(tableOf(table(), summary)));
  figure.append(svg, caption, numbers);
  return figure;
}
