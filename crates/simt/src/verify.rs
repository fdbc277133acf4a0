//! The rules that an `ir::Module` must keep, and the witness that it keeps them.
