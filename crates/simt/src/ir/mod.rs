//! The machine's instructions, in teaching order, each with its meaning.
