//! Numbers of the second week, hardware in numbers, computed again.
//!
//! In: its pages and facts. Out: one test for each worked example and typed table.

use crate::page::fact;

#[test]
fn the_h100_s_peak_is_its_multiprocessors_at_the_tensor_clock() {
    // 4,096 dense operations a clock and multiprocessor.
    let peak = fact("dev.h100.sms") * 4096.0 * fact("dev.h100.tensor_clock") / 1e6;
    assert!((peak - fact("dev.h100.bf16")).abs() < 0.5, "{peak} TFLOPS");
}
