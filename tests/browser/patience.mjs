// How long a test waits for what must come. Nothing is too slow for a test: what takes its time on a busy machine is waited for, and only what never
// comes fails. What a page may take is measured in benches/web.

/** How long until something counts as never, in ms. */
export const PATIENCE = 240_000;

/** Has every wait of a context end after PATIENCE, instead of Playwright's 30 s. */
export function patient(context) {
  context.setDefaultTimeout(PATIENCE);
  return context;
}

/** Asks every 100 ms until the answer is yes, and gives it; fails with what was waited for. */
export async function until(what, asked) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const answer = await asked();
    if (answer) return answer;
  }
  throw new Error(`${what} did not happen in ${PATIENCE / 1000} s`);
}

/** What a promise comes to; fails when it comes to nothing. For what has no end of its own to its waiting, as a question to a page that is stuck. */
export async function within(what, promise) {
  let late;
  const never = new Promise((_, reject) => (late = setTimeout(() => reject(new Error(`${what} did not come in ${PATIENCE / 1000} s`)), PATIENCE)));
  return Promise.race([promise, never]).finally(() => clearTimeout(late));
}
