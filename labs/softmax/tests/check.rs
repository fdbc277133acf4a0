//! Judges what the learner wrote.

checker::lab!(softmax);
