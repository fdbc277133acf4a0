// Another text of the lab than the reader's: shown over the editor until he chooses.
//
// In: its place in the page, the other text with where it comes from, and what each choice does. Out: a line with its choices; whichever
// text goes is in the history. The rule: nothing is taken without asking, and nothing is asked twice.

import { button, make, when } from "./dialogs.js";

/** Where a text comes from, as the beginning of a sentence. */
function from({ file, late, saved }) {
  if (late) return `What you wrote here on ${when(saved)} did not reach the file, which has changed since`;
  return file ? "The file on disk was changed outside this page" : `Another tab wrote a newer text (${when(saved)})`;
}

/** `choices` are `take`, `mine` and `compare`; the line goes before one of the first two is carried out. */
export function offer(place, row, { take, mine, compare }) {
  const choose = (word, act) =>
    button(word, () => {
      place.hidden = true;
      return act();
    });
  place.replaceChildren(
    make("span", "", `${from(row)}. What is below stays until you choose; whichever goes is in the History.`),
    choose("Take it", take),
    choose("Keep mine", mine),
    button("Compare", compare),
  );
  place.hidden = false;
}
