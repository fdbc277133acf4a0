// Keeps the pages of labs for when there is no network, and says when a newer build of the site is there.
//
// In: a published page of a lab. Out: the site's worker (`sw.js`), registered; a line when a newer build waits. The rule: a page never changes
// under the reader: the newer build is taken by a reload, and only once no other page of the older one is open.
(() => {
  "use strict";

  const TAKE = "A newer version of this site is here. Reload to take it; what you wrote stays. If it does not come, close the site’s other tabs.";

  function say() {
    if (document.querySelector(".update")) return;
    const line = Object.assign(document.createElement("div"), { className: "toast update" });
    line.setAttribute("role", "status");
    const reload = Object.assign(document.createElement("button"), { type: "button", textContent: "Reload" });
    reload.addEventListener("click", () => location.reload());
    document.body.append(line);
    line.append(TAKE, " ", reload);
  }

  async function register() {
    const home = new URL(document.documentElement.dataset.root, location.href);
    const registration = await navigator.serviceWorker.register(new URL("sw.js", home), { updateViaCache: "none" });
    const look = () => registration.waiting && navigator.serviceWorker.controller && say();
    look();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  }

  // Where a browser keeps nothing, pages are what they are without it.
  if ("serviceWorker" in navigator) addEventListener("load", () => register().catch(() => {}));
})();
