// What a lab's page shows over itself: the history with what can be brought back, and the solution beside the reader's text.
//
// In: what is to be shown, and what a choice does. Out: dialogs that a keyboard opens, walks through and closes (Escape).

import { words } from "./attempt.js";
import { difference, listing } from "./difference.js";
import { locale, word } from "./words.js";

export const make = (tag, className, ...inner) => {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...inner);
  return node;
};

export function button(word, act, className = "button quiet") {
  const node = make("button", className, word);
  node.type = "button";
  node.addEventListener("click", act);
  return node;
}

export const when = (time) => new Date(time).toLocaleString(locale, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** A dialog with a title; it is gone from the page when it closes. */
export function dialog(title, ...inner) {
  const head = make("h2", "", title);
  head.id = "lab-dialog-title";
  const box = make("dialog", "lab-dialog", head, ...inner);
  box.setAttribute("aria-labelledby", head.id);
  const end = make("p", "lab-dialog-end");
  end.append(button(word("Close"), () => box.close()));
  box.append(end);
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  return box;
}

function moment({ at, hash, attempt, kind }, number, restore) {
  const item = make("li");
  const time = make("time", "muted", when(at));
  time.dateTime = at;
  if (attempt) {
    const passed = (attempt.checks ?? []).filter((check) => check.status === "pass").length;
    const mark = make("span", "verdict", word(words(attempt.outcome)));
    mark.dataset.status = attempt.outcome;
    item.append(mark, make("span", "", word("attempt {}, {} of {} checks", number, passed, attempt.checks?.length ?? 0)), time);
  } else {
    item.append(make("span", "verdict", word("kept")), make("span", "", kind === "reset" ? word("the text before a reset") : word("a text that another took the place of")), time);
  }
  const again = button(word("Restore"), () => restore(hash));
  again.setAttribute("aria-label", word("Restore the text of {}", when(at)));
  item.append(again);
  return item;
}

/** Attempts and replaced texts, newest first; `restore(hash)` brings one back. */
export function history(moments, restore, note) {
  let number = moments.filter((one) => one.attempt).length;
  const list = make("ol", "lab-history");
  let box = null;
  // The dialog goes first: nothing can be written into what lies behind it, and an undo would not know of it.
  const back = (hash) => {
    box.close();
    restore(hash);
  };
  for (const one of moments) list.append(moment(one, one.attempt ? number-- : 0, back));
  const empty = make("p", "empty", word("Nothing yet. Each Check is listed here with its text, and so is what a reset replaces."));
  box = dialog(word("History"), moments.length ? list : empty, ...(note ? [make("p", "muted", note)] : []));
}

/** The reader's text and the solution, line by line. */
export function solution(mine, theirs) {
  const lines = difference(mine, theirs);
  const same = lines.every(([kind]) => kind === " ");
  const lead = same ? word("Your text is the solution, line by line.") : word("What only your text has is struck (−), what only the solution has is added (+).");
  dialog(word("Solution"), make("p", "", lead), listing(word("your text → solution"), lines));
}

/** Asks twice before a solution that was not earned. */
export function askTwice(lab, { hint, show }) {
  let box = null;
  const both = make(
    "p",
    "lab-dialog-choice",
    button(word("Go a step further"), () => {
      box.close();
      hint();
    }),
    button(word("Show it all the same"), () => {
      box.close();
      show();
    }),
  );
  box = dialog(word("{} is not passed yet", lab), make("p", "", word("A hint goes a step further and leaves the rest to you. The solution can be seen once only for the first time; that you looked before you passed is kept in your history.")), both);
}
