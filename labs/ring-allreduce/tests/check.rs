//! Judges what the learner wrote.

checker::lab!(ring_allreduce);
