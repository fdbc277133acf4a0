//! Numbers of the module on CUDA kernels, computed again.
//!
//! In: its pages and facts. Out: one test for each worked example and typed table.

use crate::page::{fact, read_page};

#[test]
fn rope_must_move_each_number_twice() {
    let page = read_page("miniaturization/cuda-kernels/lesson-10-rope.md");
    let bytes = 2.0 * 4.0 * 512.0 * 32.0 * 128.0;
    let printed = page.numbers_after("512 tokens, 32 heads and d = 128 that is", 2);
    printed[0].is(bytes / 1e6);
    printed[1].is(bytes / fact("dev.a100.bandwidth") / 1e3);
}
