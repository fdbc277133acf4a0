//! Judges what the learner wrote.

checker::lab!(quantize_rows);
