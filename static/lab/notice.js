// Another text of the lab than the reader's: shown over the editor until he chooses.
//
// In: its place in the page, the other text with where it comes from, and what each choice does. Out: a line with its choices; whichever
// text goes is in the history. The rule: nothing is taken without asking, and nothing is asked twice.

import { button, make, when } from "./dialogs.js";
import { word } from "./words.js";

/** Where a text comes from, as the beginning of a sentence. */
function from({ file, late, saved }) {
  if (late) return word("What you wrote here on {} did not reach the file, which has changed since", when(saved));
  return file ? word("The file on disk was changed outside this page") : word("Another tab wrote a newer text ({})", when(saved));
}

/** `choices` are `take`, `mine` and `compare`; the line goes before one of the first two is carried out. */
export function offer(place, row, { take, mine, compare }) {
  const choose = (words, act) =>
    button(words, () => {
      place.hidden = true;
      return act();
    });
  place.replaceChildren(
    make("span", "", word("{}. What is below stays until you choose; whichever goes is in the History.", from(row))),
    choose(word("Take it"), take),
    choose(word("Keep mine"), mine),
    button(word("Compare"), compare),
  );
  place.hidden = false;
}
