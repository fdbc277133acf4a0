//! `course new`: what is asked for comes in, files of a course come out, with what an author writes next.
//!
//! The rule: nothing that is there is written over, nothing is written before all of it is known to be free, and what is written
//! builds at once. A whole course is the frame of one ([`whole`]) and then one of each ([`page`], [`lab`]), as an author adds them.
//! The texts are files, in `text/`, with `@@name@@` where a name belongs ([`texts`]).

mod draft;
pub mod lab;
pub mod names;
pub mod page;
pub mod source;
mod texts;
pub mod whole;

pub use draft::Added;
