// The words of the interface in the course's language, for the scripts of labs.
//
// In: an English word or sentence, with what stands where it has `{}`. Out: the course's own, if its table has one (`words.yaml`), with the same
// put in. The rule: all that a reader sees goes through here (tests/reference.rs looks for what does not); what the judge says stays English.

const put = (english, ...given) => english.replaceAll("{}", () => given.shift());

/** A page without the course's scripts, as tests have it, is English. */
export const word = globalThis.courseWord ?? put;

/** How dates and numbers are written. */
export const locale = globalThis.courseLocale ?? "en-GB";
