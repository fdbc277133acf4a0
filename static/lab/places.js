// A place of a text as a reader sees it: a link into the editor where there is one, words where there is none.

import { make } from "./seen.js";

/** Words for a line of the text; with `reveal(line, column)` they lead there. */
export function placeOf(words, line, reveal, column = 1) {
  if (!reveal || !line) return make("span", "place", words);
  const link = make("a", "place", words);
  link.href = `#line-${line}`;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    reveal(line, column);
  });
  return link;
}

/** Words in which what stands between backticks is code. */
export function spelled(text) {
  return text.split("`").map((piece, at) => (at % 2 ? make("code", "", piece) : piece)).filter((piece) => piece !== "");
}
