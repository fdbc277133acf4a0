//! What a run has to say: outcome, findings, counters. Plain data.
