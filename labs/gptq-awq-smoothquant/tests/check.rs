//! The checker of this lab as a test binary.

checker::lab!(gptq_awq_smoothquant);
