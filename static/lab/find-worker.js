// Runs a reader's own expression away from the page, so that one that takes for ever can be ended.

import { expression, matches } from "./matches.js";

addEventListener("message", ({ data: { text, asked } }) => {
  postMessage(matches(text, expression(asked)));
});

postMessage("ready");
