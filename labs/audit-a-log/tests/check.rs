//! The checker of this lab as a test binary.

checker::lab!(audit_a_log);
