// Under `course serve` the learner's file on disk is the truth, and the server judges it with the program itself.
//
// In: the lab. Out: the same as `kept.js` gives for a text (`text`, `save`, `taken`, events `elsewhere` and `trouble`) and `engine.js` for a call,
// over HTTP. The rule: a change on disk is offered, never written over: every write names the version that it follows (`If-Match`), and what
// the server says is newer comes back as `elsewhere`.

const LOOK_MS = 2000;
const JSON_TYPE = { "content-type": "application/json" };

/** What a learner of this course types. */
const command = () => document.documentElement.dataset.command;

function ended(message, marks = {}) {
  return Object.assign(new Error(message), marks);
}

export class LiveFile extends EventTarget {
  trouble = "";
  #url;
  #version = "";
  /** What the server gave last and the reader has not taken. */
  #offered = null;

  constructor(root, lab) {
    super();
    this.#url = new URL(`${root}api/labs/${lab}/file`, document.baseURI).href;
    const look = () => document.visibilityState === "visible" && this.#look();
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
    // An editor beside the browser saves while this page is in sight.
    setInterval(look, LOOK_MS);
  }

  #say(trouble) {
    if (this.trouble === trouble) return;
    this.trouble = trouble;
    this.dispatchEvent(new Event("trouble"));
  }

  async #ask(options) {
    try {
      const answer = await fetch(this.#url, { cache: "no-store", ...options });
      const body = await answer.json().catch(() => ({}));
      return { status: answer.status, body };
    } catch {
      return { status: 0, body: {} };
    }
  }

  /** The file as it is on disk, or null where this server has none. */
  async text() {
    const { status, body } = await this.#ask({});
    if (status !== 200) return null;
    this.#version = body.version;
    return { text: body.text, saved: "" };
  }

  /** Writes the file, unless it was changed on disk meanwhile. */
  async save(lab, text) {
    const { status, body } = await this.#ask({ method: "PUT", headers: { ...JSON_TYPE, "if-match": this.#version }, body: JSON.stringify({ text }) });
    if (status === 200) {
      this.#version = body.version;
      this.#say("");
      return { saved: new Date().toISOString() };
    }
    if (status === 409) this.#offer(body);
    else this.#say(status ? `The file was not written: ${body.error ?? `the server answered ${status}`}.` : `The server of this course does not answer: what is new is in this page alone. Start \`${command()} serve\` again.`);
    return { saved: null };
  }

  async #look() {
    const { status, body } = await this.#ask({});
    if (status === 200 && body.version !== this.#version) this.#offer(body);
  }

  #offer({ text, version }) {
    this.#offered = { text, version };
    this.dispatchEvent(new CustomEvent("elsewhere", { detail: { text, saved: "", version, file: true } }));
  }

  /** The reader has seen what is on disk, and took it or means to write over it. */
  taken({ version }) {
    this.#version = version;
    this.#offered = null;
  }

  /** A page that goes away has no time for an answer. */
  leave(lab, text) {
    if (this.#offered) return;
    fetch(this.#url, { method: "PUT", keepalive: true, headers: { ...JSON_TYPE, "if-match": this.#version }, body: JSON.stringify({ text }) }).catch(() => {});
  }
}

/** The server as an engine: `check` judges the file as it was saved, `look` the text that is given, `text` tells the solution. */
export class LiveEngine {
  #root;
  #running = null;

  constructor(root) {
    this.#root = root;
  }

  load() {
    return Promise.resolve(0);
  }

  async call(name, request, onLine = () => {}, { signal } = {}) {
    const stop = (this.#running = new AbortController());
    const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    try {
      const answer = await this.#post(name, request, both);
      if (answer.status === 404) return 1;
      if (!answer.ok) throw ended(`The server answered ${answer.status}: ${(await answer.json().catch(() => ({}))).error ?? "it cannot judge now"}.`);
      await this.#lines(answer, name === "check" ? (line) => this.#record(line, onLine) : onLine);
      return 0;
    } catch (error) {
      if (both.aborted) throw ended("Stopped.", { stopped: true });
      if (error instanceof TypeError) throw ended(`The server of this course does not answer. Start \`${command()} serve\` again.`);
      throw error;
    }
  }

  /** A line that is no record says why there is no verdict. */
  #record(line, onLine) {
    if (line.startsWith('{"failed":')) throw ended(JSON.parse(line).failed);
    onLine(line);
  }

  stop() {
    this.#running?.abort();
  }

  #post(name, request, signal) {
    const [lab, rest] = [request.slice(0, request.indexOf("\n")), request.slice(request.indexOf("\n") + 1)];
    const url = (path) => new URL(`${this.#root}api/${path}`, document.baseURI).href;
    const post = (path, body) => fetch(url(path), { method: "POST", headers: JSON_TYPE, body: JSON.stringify(body), signal });
    if (name === "check") return post(`labs/${lab}/check`, { select: rest.slice(0, rest.indexOf("\n")) });
    if (name === "trace") return post("trace", { lab, request: rest });
    if (name === "look") return post("look", { lab, text: rest });
    return fetch(url(`labs/${lab}/${rest}`), { signal });
  }

  async #lines(answer, onLine) {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let open = "";
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const lines = (open + chunk.value).split("\n");
      open = lines.pop();
      lines.filter(Boolean).forEach(onLine);
    }
    if (open) onLine(open);
  }
}
