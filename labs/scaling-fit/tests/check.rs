//! The checker of this lab as a test binary.

checker::lab!(scaling_fit);
