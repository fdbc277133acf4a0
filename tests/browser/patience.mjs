// How long a test waits for what must come. Whatever takes its time on a busy machine is waited for, and only what never comes fails; what a page may
// take is measured in benches/web.

/** How long until something counts as never, in ms: as long as Playwright waits where nothing is said. Runs in a page are given a multiple. */
export const PATIENCE = 30_000;

/** Asks every 100 ms until the answer is yes; fails with what was waited for. */
export async function until(what, asked) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (await asked()) return;
  }
  throw new Error(`${what} did not happen in ${PATIENCE / 1000} s`);
}
