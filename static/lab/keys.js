// Which key asks for what, by the customs of the reader's system.

const apple = /Mac|iP(hone|ad|od)/.test(navigator.platform);

/** The key that goes with letters in commands, as it is written on it. */
export const MAIN = apple ? "⌘" : "Ctrl";

const COMMANDS = { "/": "comment", f: "find", g: "line", "]": "indent", "[": "outdent" };

/** The name of the command that a key asks for, or null. */
export function command(event) {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  const main = apple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (key === "F3") return shiftKey ? "previous" : "next";
  if (main && apple && altKey && event.code === "KeyF") return "replace";
  // `/` may need Shift on the reader's keyboard, and brackets AltGr, which is Ctrl and Alt together.
  if (main && !altKey && key === "/") return "comment";
  if (main && !altKey && !shiftKey) return key.toLowerCase() === "h" && !apple ? "replace" : (COMMANDS[key.toLowerCase()] ?? null);
  if (altKey || ctrlKey || metaKey) return null;
  if (key === "Tab") return shiftKey ? "outdent" : "indent";
  return { PageUp: "up", PageDown: "down", Escape: "leave" }[key] ?? null;
}
