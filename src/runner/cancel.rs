//! A word that ends a run from outside: Ctrl-C, a closed terminal, a request to end, or a newer save.
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

    /// A word that Ctrl-C says, a terminal that is closed, or whoever asks this process to end.
    pub fn on_signal() -> Cancel {
        let cancel = Cancel::new();
        let said = cancel.clone();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_io()
                .build();
            if let Ok(runtime) = runtime
                && runtime.block_on(asked_to_end()).is_ok()
            {
                said.say(Why::Interrupted);
            }
        });
        cancel
    }
}

#[cfg(unix)]
async fn asked_to_end() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut ended, mut closed) = (
        signal(SignalKind::terminate())?,
        signal(SignalKind::hangup())?,
    );
    tokio::select! {
        typed = tokio::signal::ctrl_c() => typed,
        _ = ended.recv() => Ok(()),
        _ = closed.recv() => Ok(()),
    }
}

#[cfg(not(unix))]
async fn asked_to_end() -> std::io::Result<()> {
    tokio::signal::ctrl_c().await
}
