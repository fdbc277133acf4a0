//! What a page calls in its WebAssembly module.
//!
//! In: an outline and somebody's rows, as numbers one behind the other, in the room that [`room`] gives. Out: what is counted, as numbers.
//! The rule: a call of [`count`] empties the room; what it answers stays where it is until the next.
#![allow(unsafe_code, reason = "a host calls by name")]

use std::cell::RefCell;

use crate::count::count as counted;
use crate::numbers::{Numbers, Reader};
use crate::outline::Outline;
use crate::rows::Rows;

thread_local! {
    static ROOM: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

/// Room for so many numbers, until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn room(numbers: usize) -> *mut f64 {
    put(vec![0.0; numbers])
}

/// Counts the numbers that lie in the room, and gives an address: of how many numbers the answer has, and behind it of these. The answer
/// has none where the room holds no outline with rows.
#[unsafe(no_mangle)]
pub extern "C" fn count() -> *const f64 {
    put(answer(&ROOM.take()).unwrap_or_default().numbers())
}

/// In how many days a question is due again, see [`crate::next_due`].
#[unsafe(no_mangle)]
pub extern "C" fn next_due(last: u32, grade: u32) -> u32 {
    crate::reviews::next_due(last, grade)
}

/// Puts numbers where the host finds them.
fn put(numbers: Vec<f64>) -> *mut f64 {
    ROOM.with_borrow_mut(|room| {
        *room = numbers;
        room.as_mut_ptr()
    })
}

fn answer(given: &[f64]) -> Option<Vec<f64>> {
    let mut from = Reader::of(given);
    let outline = Outline::read(&mut from);
    let rows = Rows::read(&mut from);
    from.ends_well().then(|| counted(&outline, &rows).numbers())
}
