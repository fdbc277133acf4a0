//! A word that ends a run from outside: Ctrl-C, or a newer save.
//! Whoever waits looks at it every few milliseconds; the first word said stays.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// Why a run was ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Ctrl-C, or `q`.
    Interrupted,
    /// The kernel was saved again.
    Superseded,
}

/// A shared word.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicU8>);

impl Cancel {
    /// Nothing said yet.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Says it; the first word stays.
    pub fn say(&self, why: Why) {
        let word = match why {
            Why::Interrupted => 1,
            Why::Superseded => 2,
        };
        // A word already said is as good as this one.
        let _ = self
            .0
            .compare_exchange(0, word, Ordering::SeqCst, Ordering::SeqCst);
    }

    /// What was said.
    pub fn said(&self) -> Option<Why> {
        match self.0.load(Ordering::SeqCst) {
            0 => None,
            1 => Some(Why::Interrupted),
            _ => Some(Why::Superseded),
        }
    }

    /// A word that Ctrl-C says.
    pub fn on_ctrl_c() -> Cancel {
        let cancel = Cancel::new();
        let said = cancel.clone();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_io()
                .build();
            if let Ok(runtime) = runtime
                && runtime.block_on(tokio::signal::ctrl_c()).is_ok()
            {
                said.say(Why::Interrupted);
            }
        });
        cancel
    }
}
