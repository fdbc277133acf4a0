//! Judges what the learner wrote.

checker::lab!(gemm_register);
