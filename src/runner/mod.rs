//! A saved kernel becomes an attempt: build the checker when Rust changed, run it, read its records.
//! A pass needs positive evidence; every other ending has a name of its own.
