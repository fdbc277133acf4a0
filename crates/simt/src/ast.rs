//! The program as written.
