//! The `course` command.

fn main() {}
