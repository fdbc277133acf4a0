//! What the compiler has to say: one diagnostic, and lists of them that are never empty.
