//! What a page of a site may load and run: the pictures, styles, scripts and data of its own site, and nothing in its text.
//!
//! A published page says so itself; a server says the same of every answer (`serve/guard.rs`), and adds what only a server can:
//! that no other page may frame it. WebAssembly is the one code that a page makes of what it fetched, from its own site: the judge of its
//! labs, in a worker of its own. An author's HTML is part of the page, so this is what keeps a pasted script from running.

/// The policy as a page states it. What is not named is what a browser fetches ahead, the next page that a page names (`rel="next"`, in Firefox);
/// frames, plugins and media are none.
pub const POLICY: &str = "default-src 'self'; object-src 'none'; frame-src 'none'; media-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; \
    img-src 'self' data:; manifest-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'";
