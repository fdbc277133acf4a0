//! The bytes of a site's files, shared between what is made now and what was made before; some are made only when asked for.

use std::fmt;
use std::sync::{Arc, OnceLock};

/// The bytes of a file.
#[derive(Clone, Debug)]
pub enum Bytes {
    /// A page.
    Text(Arc<str>),
    /// Any other file.
    Raw(Arc<[u8]>),
    /// A page that is made when it is first asked for.
    Later(Arc<Later>),
}

impl Bytes {
    /// The text of a page that was made already.
    pub(super) fn made(&self) -> Option<Arc<str>> {
        match self {
            Bytes::Text(text) => Some(text.clone()),
            Bytes::Later(later) => later.text.get().cloned(),
            Bytes::Raw(_) => None,
        }
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Bytes::Text(text) => text.as_bytes(),
            Bytes::Raw(bytes) => bytes,
            Bytes::Later(later) => later.text.get_or_init(|| (later.make)().into()).as_bytes(),
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

/// A page, and how to make it.
pub struct Later {
    text: OnceLock<Arc<str>>,
    make: Box<dyn Fn() -> String + Send + Sync>,
}

impl Later {
    /// What `make` gives, when it is asked for.
    pub(super) fn new(make: impl Fn() -> String + Send + Sync + 'static) -> Later {
        Later {
            text: OnceLock::new(),
            make: Box::new(make),
        }
    }
}

impl fmt::Debug for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Later").field(&self.text.get()).finish()
    }
}
