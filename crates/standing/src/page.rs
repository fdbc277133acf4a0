//! What a page calls in its WebAssembly module.
//!
//! In: an outline and somebody's rows, as numbers one behind the other, in the room that [`room`] gives. Out: what is counted, as numbers.
//! The rule: an instance of the module answers one call of [`count`] and is dropped with its memory; nothing is kept between calls.
#![allow(unsafe_code, reason = "a host calls by name and gives an address")]

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::count::count as counted;
use crate::numbers::{Numbers, Reader};
use crate::outline::Outline;
use crate::rows::Rows;

/// Room for so many numbers.
#[unsafe(no_mangle)]
pub extern "C" fn room(numbers: usize) -> *mut f64 {
    Box::leak(vec![0.0; numbers].into_boxed_slice()).as_mut_ptr()
}

/// Counts the numbers that lie in the room, and gives an address: of how many numbers the answer has, and behind it of these. The answer
/// has none where the room holds no outline with rows.
///
/// # Safety
/// `given` is what [`room`] gave for so many `numbers`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn count(given: *const f64, numbers: usize) -> *const f64 {
    // SAFETY: so the caller says.
    let given = unsafe { core::slice::from_raw_parts(given, numbers) };
    let answer = answer(given).unwrap_or_default().numbers();
    Box::leak(answer.into_boxed_slice()).as_ptr()
}

/// In how many days a question is due again, see [`crate::next_due`].
#[unsafe(no_mangle)]
pub extern "C" fn next_due(last: u32, grade: u32) -> u32 {
    crate::reviews::next_due(last, grade)
}

fn answer(given: &[f64]) -> Option<Vec<f64>> {
    let mut from = Reader::of(given);
    let outline = Outline::read(&mut from);
    let rows = Rows::read(&mut from);
    from.ends_well().then(|| counted(&outline, &rows).numbers())
}
