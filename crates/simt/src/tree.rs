//! The program as meant: names resolved, every expression typed, conversions explicit.
