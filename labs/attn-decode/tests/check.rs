//! Judges what the learner wrote.

checker::lab!(attn_decode);
