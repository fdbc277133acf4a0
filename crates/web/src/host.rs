//! The host's side: the room that a request lies in, and the one function that takes lines.
#![allow(unsafe_code, reason = "the one function of the host's")]

use std::cell::RefCell;

thread_local! {
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Takes a line, which is UTF-8 and has no end of line.
    safe fn line(address: *const u8, bytes: usize);
}

/// Room for a request of so many bytes, until the next call.
pub fn room(bytes: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        room.clear();
        room.resize(bytes, 0);
        room.as_mut_ptr()
    })
}

/// What lies in the room, which is empty afterwards.
pub(crate) fn take() -> Vec<u8> {
    ROOM.take()
}

/// Gives the host a line.
pub(crate) fn tell(text: &str) {
    #[cfg(target_arch = "wasm32")]
    line(text.as_ptr(), text.len());
    // Elsewhere there is no host; the module is built there for the lints alone.
    #[cfg(not(target_arch = "wasm32"))]
    let _ = text;
}
