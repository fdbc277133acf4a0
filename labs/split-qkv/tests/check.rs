//! Judges what the learner wrote.

checker::lab!(split_qkv);
