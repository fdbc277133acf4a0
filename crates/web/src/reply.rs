//! What a call comes to, and how lines are told: at once, or only where the whole text could be compiled.

use crate::host;

/// What a call comes to; its number is what the host is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// What was asked for was told.
    Told = 0,
    /// The request names nothing that there is.
    Nothing = 1,
    /// The text includes headers that are still to be brought; nothing was told.
    Lacking = 2,
}

/// Tells a line, where there is one.
pub(crate) fn once(line: Option<String>) -> Reply {
    match line {
        Some(line) => {
            host::tell(&line);
            Reply::Told
        }
        None => Reply::Nothing,
    }
}

/// Tells the lines of a work that compiles a text, each as soon as it is there; none where a header is still to be brought.
pub(crate) fn whole(work: impl FnOnce(&mut dyn FnMut(&str))) -> Reply {
    let mut lacks = false;
    view::headers::lacked();
    work(&mut |line| {
        lacks |= view::headers::lacked();
        if !lacks {
            host::tell(line);
        }
    });
    match lacks || view::headers::lacked() {
        true => Reply::Lacking,
        false => Reply::Told,
    }
}

/// The same for a work that may find that the request is none.
pub(crate) fn told(work: impl FnOnce(&mut dyn FnMut(&str)) -> bool) -> Reply {
    let mut is_there = false;
    match whole(|tell| is_there = work(tell)) {
        Reply::Told if !is_there => Reply::Nothing,
        answer => answer,
    }
}
