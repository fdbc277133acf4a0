//! Judges what the learner wrote.

checker::lab!(q4k_gemv);
