//! Judges what the learner wrote.

checker::lab!(roofline_sweep);
