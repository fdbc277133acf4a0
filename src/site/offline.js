// Pages of labs without a network: this site's build writes the two constants before this, `BUILD` and `FILES`, addresses below the site's
// root with the SHA-256 of what lies there.
//
// The rule: a page is shown with the files of its own build or not at all. All of a build is kept, each file checked against its hash, or none;
// a newer one waits until no page of this one is left but the one that asks for it, which then reloads. Pages that are no lab's go to the network, always.
"use strict";

const HOME = self.registration.scope;
const OURS = `course:${new URL(HOME).pathname}:`;
const KEPT = OURS + BUILD;

/** The address below the site's root that a build has, or null. */
function known(address) {
  const bare = address.split(/[?#]/)[0];
  if (!bare.startsWith(HOME)) return null;
  const key = bare.slice(HOME.length).replace(/(^|\/)index\.html$/, "$1");
  return Object.hasOwn(FILES, key) ? key : null;
}

async function hash(answer) {
  const digest = await crypto.subtle.digest("SHA-256", await answer.arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/** What an older build kept under this address, if it is the same. */
async function same(key) {
  for (const name of await caches.keys()) {
    const found = name.startsWith(OURS) && name !== KEPT ? await (await caches.open(name)).match(HOME + key) : null;
    if (found && (await hash(found.clone())) === FILES[key]) return found;
  }
  return null;
}

async function keep(cache, key) {
  const answer = (await same(key)) ?? (await fetch(HOME + key, { cache: "no-cache", integrity: `sha256-${FILES[key]}` }));
  if (!answer.ok) throw new Error(`${key}: ${answer.status}`);
  await cache.put(HOME + key, answer);
}

async function keepAll() {
  const cache = await caches.open(KEPT);
  try {
    await Promise.all(Object.keys(FILES).map((key) => keep(cache, key)));
  } catch (error) {
    await caches.delete(KEPT);
    throw error;
  }
}

async function leaveOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== KEPT).map((name) => caches.delete(name)));
}

async function kept(key) {
  const answer = await (await caches.open(KEPT)).match(HOME + key);
  // A browser that is short of room may have dropped it.
  return answer ?? fetch(HOME + key, { integrity: `sha256-${FILES[key]}` });
}

/** What a page asks for: a lab's page that this build answered, and the worker of one, have this build's files; all others the network's. */
async function asked(event, key) {
  const ours = await self.clients.matchAll({ type: "all" });
  const who = ours.find((client) => client.id === event.clientId);
  return who && known(who.url) !== null ? kept(key) : fetch(event.request);
}

/** A page asks for the newer build that waits: it takes over once no other page of this one is open. */
async function takeOver(page) {
  const labs = (await self.clients.matchAll({ type: "window" })).filter((client) => known(client.url) !== null);
  if (labs.some((client) => client.id !== page.id)) return page.postMessage("others");
  self.registration.waiting?.postMessage("now");
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(leaveOthers()));
self.addEventListener("message", (event) => {
  if (event.data === "now") event.waitUntil(self.skipWaiting());
  if (event.data === "newer") event.waitUntil(takeOver(event.source));
});
self.addEventListener("fetch", (event) => {
  const key = event.request.method === "GET" ? known(event.request.url) : null;
  if (key === null) return;
  event.respondWith(event.request.mode === "navigate" ? kept(key) : asked(event, key));
});
