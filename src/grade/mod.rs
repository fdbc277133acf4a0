//! A class's submissions become records, one JSON file each: folders and archives in, records out.
//!
//! The rule: a record is the only result. Marks, tables and pages are made from records and from nothing else, so that it does not
//! matter which machine, shard or day a record is of. `class.rs` is the spine: it lists submissions (`submission.rs`), has each learner's
//! files found (`find.rs`) and judged (`judging.rs`), and records written (`record.rs`). `cluster.rs` has other engines run the shares.

mod class;
pub mod cluster;
pub mod csv;
mod find;
mod judging;
pub mod record;
pub mod roster;
mod shard;
mod submission;

pub use class::{Class, Tally, grade, merge};
pub use judging::{Grading, Made};
pub use shard::Shard;
pub use submission::{HandedIn, Submission, Submissions};
