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
  document.documentElement.dataset.js = "";
})();
