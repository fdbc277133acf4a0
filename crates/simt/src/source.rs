//! The one source text of a compilation: spans, lines and columns.
