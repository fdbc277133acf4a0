//! `progress.db`: attempts, marks, log, reviews; append-only.
//! Standing is computed, never stored.
