// What a run tells, gathered: its output, findings, buffers and launches, as far as they are known.
//
// In: lines of JSON as `play` and `run` of the module tell them (the crate `web` has the table). Out: a `Told`, which gives each line's kind as it is
// heard, so that it can be shown at once. The rule: nothing is drawn here, and a line of a kind that is not known is left out.

/** A line's counts by name, as `Run.lines()` of `trace.js` gives them. */
const NAMES = ["line", "warps", "lanes", "requests", "sectors", "idealSectors", "shared", "passes", "idealPasses", "branches", "divergent", "flops"];
export const named = (row) => Object.fromEntries(NAMES.map((name, at) => [name, row[at] ?? 0]));

export class Told {
  started = null;
  out = "";
  findings = [];
  findingsMore = 0;
  buffers = [];
  launches = [];
  launchesMore = 0;
  ended = null;
  failed = null;

  /** Takes a line; gives `[kind, value]`, or null where it says nothing that is shown. */
  hear(line) {
    const told = JSON.parse(line);
    const [kind] = Object.keys(told);
    const value = told[kind];
    const take = {
      started: () => (this.started = value),
      out: () => (this.out += value),
      err: () => {},
      out_more: () => {},
      err_more: () => {},
      note: () => {},
      finding: () => this.findings.push(value),
      findings_more: () => (this.findingsMore = value),
      buffer: () => this.buffers.push(value),
      launch: () => this.launches.push(value),
      launches_more: () => (this.launchesMore = value),
      ended: () => (this.ended = value),
      failed: () => (this.failed = told),
    };
    if (!Object.hasOwn(take, kind)) return null;
    take[kind]();
    return [kind, kind === "failed" ? told : value];
  }

  /** The counts of each line over all launches. */
  lines() {
    const sums = new Map();
    for (const { counts, times = 1 } of this.launches) {
      for (const row of counts?.lines ?? []) {
        const sum = sums.get(row[0]) ?? row.map((value, at) => (at ? 0 : value));
        sums.set(row[0], sum.map((value, at) => (at ? value + row[at] * times : value)));
      }
    }
    return [...sums.values()].map(named);
  }
}
