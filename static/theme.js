// The reader's choice of light or dark, set before the first paint. Without a choice the system decides.
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
})();
