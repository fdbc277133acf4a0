//! Judges what the learner wrote.

checker::lab!(vector_add);
