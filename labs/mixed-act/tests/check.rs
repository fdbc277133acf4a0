//! Judges what the learner wrote.

checker::lab!(mixed_act);
