//! A class's submissions become records, one JSON file each: folders and archives in, records out.
//!
//! The rule: a record is the only result. Marks, tables and pages are made from records and from nothing else, so that it does not
//! matter which machine, shard or day a record is of. Read `record.rs` first.

pub mod record;
