// Keeps the pages of labs for when there is no network, and says when a newer build of the site is there.
//
// In: a published page of a lab. Out: the site's worker (`sw.js`), registered; a line when a newer build waits. The rule: a page never changes
// under the reader. The newer build is taken when a page is opened or reloaded, and only while no other page of the older one is open.
(() => {
  "use strict";

  const word = window.courseWord;
  const NEWER = word("A newer version of this site is here. Reload to take it; what you wrote stays.");
  const OTHERS = word("A newer version of this site is here. It is taken once the other tabs with labs are closed.");

  /** Asks the build that answers this page to leave to the newer one; reloads when it did. */
  function take() {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    navigator.serviceWorker.controller.postMessage("newer");
  }

  function say(words) {
    document.querySelector(".update")?.remove();
    const line = Object.assign(document.createElement("div"), { className: "toast update" });
    line.setAttribute("role", "status");
    const reload = Object.assign(document.createElement("button"), { type: "button", textContent: word("Reload") });
    reload.addEventListener("click", take);
    document.body.append(line);
    line.append(words, " ", reload);
  }

  async function register() {
    const home = new URL(document.documentElement.dataset.root, location.href);
    navigator.serviceWorker.addEventListener("message", ({ data }) => data === "others" && say(OTHERS));
    const registration = await navigator.serviceWorker.register(new URL("sw.js", home), { updateViaCache: "none" });
    // A page that the network answered is as new as it can be.
    if (!navigator.serviceWorker.controller) return;
    if (registration.waiting) return take();
    registration.addEventListener("updatefound", () => {
      const newer = registration.installing;
      newer?.addEventListener("statechange", () => newer.state === "installed" && say(NEWER));
    });
  }

  // Where a browser keeps nothing, pages are what they are without it.
  if ("serviceWorker" in navigator) register().catch(() => {});
})();
