//! The bytes of a site's files, shared between one run and the next; some are rendered only when asked for.

use std::fmt;
use std::sync::{Arc, OnceLock};

/// The bytes of a file.
#[derive(Clone, Debug)]
pub enum Bytes {
    /// A page.
    Text(Arc<str>),
    /// Any other file.
    Raw(Arc<[u8]>),
    /// A page that is rendered when it is first asked for.
    Deferred(Arc<Deferred>),
}

impl Bytes {
    /// The text of a page that was rendered already.
    pub(super) fn ready(&self) -> Option<Arc<str>> {
        match self {
            Bytes::Text(text) => Some(text.clone()),
            Bytes::Deferred(page) => page.text.get().cloned(),
            Bytes::Raw(_) => None,
        }
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Bytes::Text(text) => text.as_bytes(),
            Bytes::Raw(bytes) => bytes,
            Bytes::Deferred(page) => page.text.get_or_init(|| (page.render)().into()).as_bytes(),
        }
    }
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Bytes) -> bool {
        match (self, other) {
            (Bytes::Raw(one), Bytes::Raw(two)) if Arc::ptr_eq(one, two) => true,
            (one, two) => one.as_ref() == two.as_ref(),
        }
    }
}

impl Eq for Bytes {}

/// A page, and how it is rendered.
pub struct Deferred {
    text: OnceLock<Arc<str>>,
    render: Box<dyn Fn() -> String + Send + Sync>,
}

impl Deferred {
    /// What `render` gives, when it is asked for.
    pub(super) fn new(render: impl Fn() -> String + Send + Sync + 'static) -> Deferred {
        Deferred {
            text: OnceLock::new(),
            render: Box::new(render),
        }
    }
}

impl fmt::Debug for Deferred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Deferred").field(&self.text.get()).finish()
    }
}
