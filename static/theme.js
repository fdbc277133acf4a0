// The reader's choice of light or dark, set before the first paint. Without a choice the system decides.
// And the words of the interface: `courseWord` gives the course's own for an English one, by the table that `words.js` brings, if any; what
// stands where it has `{}` is given with it, or stands in it already.
(() => {
  "use strict";
  let choice = null;
  try {
    choice = localStorage.getItem("course-theme");
  } catch {
    // Storage may be closed to us; the system's choice holds.
  }
  if (choice === "light" || choice === "dark") document.documentElement.dataset.theme = choice;
  const page = document.documentElement.dataset;
  page.js = "";
  // Where a lab can be solved in its page: the site has the judge as a module, or a server judges. Nothing opened from a file may run one.
  const judged = "live" in page ? page.live === "labs" : "module" in page;
  if (judged && location.protocol !== "file:") page.bench = "";

  const table = window.courseWords ?? {};
  const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const longest = (a, b) => b.length - a.length;
  const patterns = Object.keys(table).filter((key) => key.includes("{}")).sort(longest).map((key) => ({
    key,
    form: new RegExp(`^${key.split("{}").map(literal).join("(.+)")}$`),
  }));
  window.courseWord = (english, ...put) => {
    if (put.length) return (table[english] ?? english).replaceAll("{}", () => put.shift());
    if (Object.hasOwn(table, english)) return table[english];
    for (const { key, form } of patterns) {
      const found = english.match(form);
      let at = 0;
      if (found) return table[key].replaceAll("{}", () => table[found[(at += 1)]] ?? found[at]);
    }
    return english;
  };
  const language = document.documentElement.lang;
  window.courseLocale = language === "en" ? "en-GB" : language;
})();
