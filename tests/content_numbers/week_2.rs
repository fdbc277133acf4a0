//! Numbers of the second week, hardware in numbers, computed again: hierarchy and traffic.
//!
//! In: its pages and facts. Out: one test for each worked example and typed table.

use crate::page::{Page, fact, read_page};

/// The H100's clock under tensor load, GHz.
fn tensor_clock() -> f64 {
    fact("dev.h100.tensor_clock") / 1e3
}

const MIB: f64 = 1024.0 * 1024.0;
/// TB/s of the H100's L2 as XLA's authors measured it.
const L2: f64 = 6.65;
/// Waits in cycles: a register, shared memory, L2, device memory.
const WAITS: [f64; 4] = [4.0, 29.0, 265.0, 480.0];
/// Bytes of a weight in 4 bits, with a 16-bit scale and a 4-bit zero-point for 128 of them.
pub const FOUR_BITS: f64 = (4.0 + 16.0 / 128.0 + 4.0 / 128.0) / 8.0;

pub fn page(name: &str) -> Page {
    read_page(&format!("hardware-foundations/week-2/{name}.md"))
}

/// TB/s of a number of bytes a clock in every multiprocessor of an H100.
fn chip(bytes: f64) -> f64 {
    bytes * fact("dev.h100.sms") * tensor_clock() / 1e3
}

/// Microseconds to move bytes on a device.
fn move_us(bytes: f64, device: &str) -> f64 {
    bytes / fact(&format!("dev.{device}.bandwidth")) / 1e3
}

#[test]
fn the_h100_s_peak_is_its_multiprocessors_at_the_tensor_clock() {
    // 4,096 dense operations a clock and multiprocessor.
    let peak = fact("dev.h100.sms") * 4096.0 * tensor_clock() / 1e3;
    assert!((peak - fact("dev.h100.bf16")).abs() < 0.5, "{peak} TFLOPS");
}

#[test]
fn each_level_of_the_hierarchy() {
    let page = page("lesson-01-hierarchy");
    let levels = page.table_under("Six levels");
    let bandwidth = levels.column("Bandwidth");
    bandwidth[0].is(chip(3.0 * 4.0 * 128.0));
    bandwidth[1].is(chip(32.0 * 4.0));
    bandwidth[2].is(L2);
    bandwidth[3].is(fact("dev.h100.bandwidth") / 1e3);
    bandwidth[4].is(fact("dev.h100.nvlink") / 1e3);
    bandwidth[5].is(32.0 * 16.0 * 128.0 / 130.0 / 8.0 / 1e3);
    let capacity = |level: &str| levels.number_at(level, "Capacity");
    capacity("Registers").is(65536.0 * 4.0 / 1024.0);
    capacity("Shared").is(fact("dev.h100.shared_sm"));
    capacity("L2").is(fact("dev.h100.l2"));
    capacity("Device").is(fact("dev.h100.memory"));
    let sms = fact("dev.h100.sms");
    page.number_after("all registers hold")
        .is(sms * 256.0 / 1024.0);
    page.number_after("more than all shared memory (")
        .is(sms * 228.0 / 1024.0);
    page.number_after("memory the size grows")
        .is(fact("dev.h100.memory") * 1e3 / fact("dev.h100.l2"));
    for (before, kib, bytes) in [
        ("log | TB/s\npoints:", 256.0, 1536.0),
        ("registers\npoints:", 228.0, 128.0),
    ] {
        let point = page.numbers_after(before, 2);
        point[0].is(sms * kib * 1024.0 / 1e6);
        point[1].is(chip(bytes));
    }
    page.number_after("NVLink, the fast link, is")
        .is(fact("dev.h100.bandwidth") / fact("dev.h100.nvlink"));
    page.number_before("GB/s. A read of 1 GiB")
        .is(fact("dev.h100.bus") * 2.0 * 2.619 / 8.0);
}

#[test]
fn what_a_multiprocessor_gets_and_waits() {
    let page = page("lesson-01-hierarchy");
    let share = fact("dev.h100.bandwidth") / fact("dev.h100.sms") / tensor_clock();
    let clocks = page.number_after("share of device memory for");
    clocks.is(128.0 / share);
    page.number_after("schedulers could issue some")
        .is(4.0 * 128.0 / share);
    page.number_after("265 cycles are").is(265.0 / 1.755);
    page.number_after("660 cycles are").is(660.0 / 1.755);
    page.number_after("such loads costs")
        .is(660.0 / 1.755 / 1e3);
}

#[test]
fn bytes_in_flight_at_each_level() {
    let page = page("lesson-01-hierarchy");
    let (sms, clock) = (fact("dev.h100.sms"), fact("dev.h100.clock") / 1e3);
    let bytes = [
        1536.0,
        128.0,
        L2 * 1e3 / sms / clock,
        fact("dev.h100.bandwidth") / sms / clock,
    ];
    let table = page.table_under("Bytes in flight");
    for (at, (bytes, wait)) in bytes.into_iter().zip(WAITS).enumerate() {
        table.column("Bytes a clock")[at].is(bytes);
        table.column("Latency")[at].is(wait);
        table.column("In flight")[at].is(bytes * wait);
    }
    for (level, at) in [("Shared", 1), ("L2", 2), ("Device", 3)] {
        let flight = bytes[at] * WAITS[at];
        table
            .number_at(level, "Warps, 4")
            .is((flight / 128.0).ceil());
        table
            .number_at(level, "Warps, 16")
            .is((flight / 512.0).ceil());
    }
    // What the longest of the measured waits asks for: 660 cycles.
    page.number_after("at 660 cycles it takes")
        .is((bytes[3] * 660.0 / 128.0).ceil());
    page.number_before("KB on the whole chip")
        .is(bytes[3] * 480.0 * sms / 1e3);
    page.number_after("falls by a factor of")
        .is(bytes[0] / bytes[3]);
    page.number_after("bytes of the 6,152 that it takes:")
        .is(100.0 * 16.0 * 128.0 / (bytes[3] * 480.0));
}

#[test]
fn the_first_lesson_s_example_and_exercises() {
    let page = page("lesson-01-hierarchy");
    page.number_before("GB/s.\n3. The chip")
        .is(128.0 * tensor_clock());
    page.number_after("GB/s × 132 =").is(chip(128.0));
    page.number_after("30.9 ÷ 6.65 =").is(chip(128.0) / L2);
    page.number_after("30.9 ÷ 3.35 =").is(chip(128.0) / 3.35);
    let moved = 3.0 * 256.0 * 1024.0;
    let told = page.numbers_after("2,039 and 320 GB/s:", 3);
    told[0].is(move_us(moved, "h100") * 1e3);
    told[1].is(move_us(moved, "a100") * 1e3);
    told[2].is(move_us(moved, "t4"));
    page.number_after("4 GB ÷ 6.65 TB/s =").is(4.0 / L2);
    page.number_after("4 GB ÷ 3.35 TB/s =").is(4.0 / 3.35);
    page.number_after("Half of 3,350 GB/s:").is(3350.0 / 2.0);
    page.number_after("3,350 ÷ 63 =").is(3350.0 / 63.0);
}

/// MiB that attention moves: with its scores, and without. 2,048 tokens, 32 heads of 128, 2 bytes.
fn attention() -> (f64, f64) {
    let scores = 32.0 * 2048.0 * 2048.0 * 2.0 / MIB;
    let one = 32.0 * 2048.0 * 128.0 * 2.0 / MIB;
    (4.0 * scores + 4.0 * one, 4.0 * one)
}

#[test]
fn seven_techniques_in_numbers() {
    let page = page("lesson-02-traffic-map");
    let (plain, flash) = attention();
    let cells = page.table_under("Seven techniques, one map");
    cells.number_at("FlashAttention", "A number").is(plain);
    page.number_after("removes the score matrix | 1,088 →")
        .is(flash);
    page.number_after("64 MiB a [layer](id:term.layer),")
        .is(plain / flash);
    page.number_after("removes bits of each weight | 2 →")
        .is(FOUR_BITS);
    page.number_after("0.52 bytes,").is(2.0 / FOUR_BITS);
    let cache = fact("model.qwen2.5-3b.kv_token") * 2048.0 / 1024.0;
    cells.number_at("KV cache", "A number").is(cache);
    page.number_after("| 8 GPUs:")
        .is(8.0 * fact("dev.h100.bandwidth") / 1e3);
    let sent = fact("model.llama-2-70b.kv_token") * 2048.0;
    page.number_after("2,048 × 320 KiB =").is(sent / 1024.0);
    page.number_after("2,048 × 320 KiB = 640 MiB,")
        .is(sent * 1024.0 / fact("dev.h100.nvlink") / 1e6);
    page.number_before("ms over a network")
        .is(sent * 1024.0 / 50.0 / 1e6);
    page.number_after("for an answer of 300 tokens wastes")
        .is((1.0 - 300.0 / 2048.0) * 100.0);
}

#[test]
fn fewer_bytes_move_the_bound() {
    let page = page("lesson-02-traffic-map");
    let (plain, flash) = attention();
    let slow = move_us(plain * MIB, "h100") / 1e3;
    let flop = 4.0 * 32.0 * 2048.0 * 2048.0 * 128.0;
    let work = flop / fact("dev.h100.bf16") / 1e9;
    page.number_after("1,088 MiB take").is(slow);
    page.number_after("ms, 64 MiB take")
        .is(move_us(flash * MIB, "h100") / 1e3);
    page.number_after("\\cdot 128 =").is(flop / 1e9);
    page.number_after("GFLOP, takes").is(work);
    page.number_after("The bound has moved: from")
        .is(flop / plain / MIB);
    page.number_after("of the [ridge](id:term.ridge), to")
        .is(flop / flash / MIB);
    page.number_after("0.341 ÷ 0.069 =").is(slow / work);
    let longer = page.numbers_after("it is what sets the time: at 4,096 tokens", 3);
    longer[0].is(4.0 * flop / 1e9);
    longer[1].is(4.0 * work);
    longer[2].is(work);
    let flop = 2.0 * fact("model.qwen2.5-3b.params") * 1e9 * 2048.0;
    page.number_before("times.)\n\n> [!RULE]")
        .is(fact("model.llama-2-7b.weights_16") / 3.89);
    page.number_after("through the model again:")
        .is(flop / 1e12);
    page.number_before("ms at the H100's peak")
        .is(flop / fact("dev.h100.bf16") / 1e9);
    let cache = fact("model.qwen2.5-3b.kv_token") * 1024.0 * 2048.0;
    page.number_after("a token, 72 MiB,")
        .is(move_us(cache, "h100") / 1e3);
    page.number_after("That is")
        .is(100.0 * cache / (fact("model.qwen2.5-3b.weights_16") * 1e9));
    let cache = fact("model.llama-2-7b.kv_token") * 1024.0 * 4096.0;
    let read = page.numbers_after("4,096 × 512 KiB =", 5);
    read[0].is(cache / MIB / 1024.0);
    read[1].is(cache / 1e9);
    read[3].is(move_us(cache, "h100") / 1e3);
    read[4].is(fact("model.llama-2-7b.weights_16") / 3.35);
    page.number_after("and read it in")
        .is(fact("model.llama-3.1-70b.weights_16") / (8.0 * 3.35));
    let weights = fact("dev.h100.bandwidth") * 1e9 / FOUR_BITS;
    let lanes = fact("dev.h100.sms") * 128.0 * tensor_clock() * 1e9;
    page.number_after("0.52 bytes =").is(weights / 1e12);
    page.number_after("× 1.83 GHz =").is(lanes / 1e12);
    page.number_after("lane instructions. So")
        .is(lanes / weights);
}

#[test]
fn a_fused_norm() {
    let page = page("lesson-02-traffic-map");
    let pass = 2048.0 * fact("model.llama-3.1-8b.hidden") * 2.0;
    page.number_after("numbers × 2 bytes =").is(pass / 1e6);
    page.number_after("its result. 5 passes,")
        .is(5.0 * pass / 1e6);
    page.number_after("83.9 MB ÷ 3,350 GB/s =")
        .is(move_us(5.0 * pass, "h100"));
    let one = page.numbers_after("adds to it. 4 passes,", 2);
    one[0].is(4.0 * pass / 1e6);
    one[1].is(move_us(4.0 * pass, "h100"));
    let sectors = 256.0 * 1024.0 / 32.0;
    page.number_after("a pass is 256 KiB,").is(sectors);
    let counted = page.numbers_after(
        "Which counts came out, and which ratio? {#k1}\n\n  `add`,",
        2,
    );
    counted[0].is(2.0 * sectors);
    counted[1].is(sectors);
    let ratio = page.numbers_after("the least times are", 4);
    let kib = 256.0 * 1024.0;
    for (printed, passes) in ratio.iter().zip([3.0, 2.0, 5.0, 4.0]) {
        printed.is(move_us(passes * kib, "h100") * 1e3);
    }
}
