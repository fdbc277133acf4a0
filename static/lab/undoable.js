// Changing a textarea so that the browser's own undo takes it back.
//
// In: a textarea and what to write where. Out: one step of its history. A textarea's `value` and `setRangeText` bypass that
// history in Chromium and WebKit; commands of the document do not. Two of them are needed: `insertText` types line after line
// there, each with an `input` of its own, which takes seconds from a thousand lines on; `insertHTML`, which does not, is unknown to
// textareas of Firefox.

const escaped = (words) => words.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** Writes by a command of the document; says whether the text is as wanted. */
function command(area, name, words, wanted) {
  const before = area.value;
  const done = document.execCommand(name, false, words);
  if (area.value === wanted) return true;
  if (done && area.value !== before) document.execCommand("undo");
  return false;
}

/**
 * Puts `words` in the place of `from` to `to`, and says nothing else of it: `input` is fired, by the browser where it can.
 * `apart` keeps the step from joining what was typed before.
 */
export function write(area, { from, to, words, apart = false }) {
  const before = area.value;
  const wanted = before.slice(0, from) + words + before.slice(to);
  if (wanted === before) return;
  area.setSelectionRange(from, to);
  if (document.activeElement === area) {
    if (!words && command(area, "delete", "", wanted)) return;
    const whole = apart || words.includes("\n");
    if (whole && words && command(area, "insertHTML", escaped(words), wanted)) return;
    area.setSelectionRange(from, to);
    if (words && command(area, "insertText", words, wanted)) return;
  }
  area.setRangeText(words, from, to, "end");
  area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertReplacementText", data: words }));
}

/** Runs `act` while the textarea has the focus, and gives the focus back: commands go to the element that has it. */
export function focused(area, act) {
  const before = document.activeElement;
  if (before === area) return act();
  const mode = area.inputMode;
  // A phone's keyboard stays down.
  area.inputMode = "none";
  area.focus({ preventScroll: true });
  act();
  if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true });
  else area.blur();
  area.inputMode = mode;
}
