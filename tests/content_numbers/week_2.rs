//! Numbers of the second week, hardware in numbers, computed again: hierarchy, traffic, tensor cores, generations.
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
const FOUR_BITS: f64 = (4.0 + 16.0 / 128.0 + 4.0 / 128.0) / 8.0;

fn page(name: &str) -> Page {
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

#[test]
fn peaks_from_their_parts() {
    let page = page("lesson-03-tensor-cores");
    let table = page.table_under("A peak from its parts");
    for (at, id) in ["a100", "h100", "rtx-2000-ada", "rtx-5080"]
        .iter()
        .enumerate()
    {
        let dev = |key: &str| fact(&format!("dev.{id}.{key}"));
        let clock = if *id == "h100" {
            dev("tensor_clock")
        } else {
            dev("clock")
        };
        table.column("SMs")[at].is(dev("sms"));
        table.column("Clock")[at].is(clock / 1e3);
        let rate = table.column("BF16 FLOP")[at].value;
        let product = dev("sms") * rate * clock / 1e6;
        table.column("Product")[at].is(product);
        assert!(
            (product / dev("bf16") - 1.0).abs() < 0.001,
            "{id}: {product}"
        );
    }
    page.number_after("4,096 × 1.98 GHz =")
        .is(132.0 * 4096.0 * 1.98 / 1e3);
    page.number_after("The instruction does 16 · 8 · 16 =")
        .is(16.0 * 8.0 * 16.0);
    page.number_before("instructions, one multiply-add a lane")
        .is(2048.0 / 32.0);
    let flop = 2.0 * f64::powi(8192.0, 3);
    page.number_after("4. The product: 2 × 8,192³ =")
        .is(flop / 1e12);
    page.number_after("10¹² ÷ 989.4·10¹² /s =")
        .is(flop / 989.4e9);
    page.number_after("{#p1}\n\n ")
        .is(flop / fact("dev.h100.bf16") / 1e9);
    page.number_after("40 × 1,024 × 1.59 GHz =")
        .is(40.0 * 1024.0 * 1.59 / 1e3);
    let orin = fact("dev.agx-orin.bf16");
    page.number_after("989 ÷ 42.6 =")
        .is(fact("dev.h100.bf16") / orin);
    let sheet = page.table_under("Dense and sparse");
    for (row, id) in [("BF16", "bf16"), ("FP8", "fp8"), ("INT8", "int8")] {
        let printed = sheet.number_at(row, "Sparse peak").value;
        let twice = 2.0 * fact(&format!("dev.h100.{id}"));
        // 1,979 is the sheet's own rounding of twice 989.4.
        assert!((printed - twice).abs() < 1.5, "{id}: {printed}");
    }
}

#[test]
fn formats_by_phase() {
    let page = page("lesson-03-tensor-cores");
    let (params, bandwidth) = (
        fact("model.llama-3.1-8b.params"),
        fact("dev.h100.bandwidth"),
    );
    let floor = |bytes: f64| params * bytes / bandwidth * 1e3;
    let times = page.numbers_after("W4A16 wins:", 3);
    times[0].is(floor(FOUR_BITS));
    times[1].is(floor(1.0));
    times[2].is(floor(2.0));
    let (p16, p8) = (fact("dev.h100.bf16"), fact("dev.h100.fp8"));
    let turns = |bytes: f64, peak: f64| bytes * peak / bandwidth * 1e3 / 2.0;
    page.number_after("(id:term.compute-bound) at batch")
        .is(turns(FOUR_BITS, p16));
    page.number_after("BF16 and W8A8 at").is(turns(2.0, p16));
    assert!((turns(2.0, p16) - turns(1.0, p8)).abs() < 0.5);
    page.number_after("overtakes W4A16 at")
        .is(floor(1.0) * p16 / 2.0 / params);
    let small = fact("dev.rtx-5080.bf16") / fact("dev.rtx-5080.bandwidth") * 1e3;
    page.number_before("requests in BF16. At how many")
        .is(small);
    page.number_after("117 × 0.26 =")
        .is(small * FOUR_BITS / 2.0);
    let heads = fact("model.qwen2.5-3b.heads") / fact("model.qwen2.5-3b.kv_heads");
    page.number_before("FLOP for each byte of cache")
        .is(heads * 2.0 / 2.0);
}

/// Every positive value of E4M3.
fn e4m3() -> Vec<f64> {
    let value = |bits: i32| {
        let (exponent, fraction) = (bits >> 3, f64::from(bits & 7));
        match exponent {
            0 => fraction * f64::powi(2.0, -9),
            _ => (1.0 + fraction / 8.0) * f64::powi(2.0, exponent - 7),
        }
    };
    (1..127).map(value).collect()
}

#[test]
fn where_the_values_of_eight_bits_lie() {
    let page = page("lesson-03-tensor-cores");
    let table = page.table_under("INT8 and FP8");
    let values = e4m3();
    let most = values[values.len() - 1];
    page.number_after("127 | −448 …").is(most);
    table.number_at("Positive", "FP8").is(values.len() as f64);
    table.number_at("Error", "INT8").is(100.0 / 254.0);
    table.number_at("Error", "FP8").is(100.0 / 16.0);
    let below = |least: f64| values.iter().filter(|v| **v <= least).count() as f64;
    table.number_at("One", "FP8").is(below(most / 20.0));
    table.number_at("One", "INT8").is(f64::floor(127.0 / 20.0));
    page.number_after("steps of 2⁻⁹ =").is(f64::powi(2.0, -9));
    // The figure: FP8's steps grow past INT8's at a fourteenth of the largest value.
    let even = most / 127.0;
    let coarse = values.windows(2).find(|pair| pair[1] - pair[0] > even);
    assert_eq!(coarse.map(|pair| most / pair[0]), Some(14.0));
}

#[test]
fn two_generations() {
    let page = page("lesson-04-generations");
    let factor = |key: &str| fact(&format!("dev.b200.{key}")) / fact(&format!("dev.h100.{key}"));
    let cards = page.table_under("Two cards");
    for (row, key) in [
        ("Memory", "memory"),
        ("Bandwidth", "bandwidth"),
        ("BF16", "bf16"),
        ("FP8", "fp8"),
        ("NVLink", "nvlink"),
        ("Power", "power"),
    ] {
        cards.number_at(row, "Factor").is(factor(key));
    }
    let fp4 = fact("dev.b200.fp4") / fact("dev.h100.fp8");
    cards.number_at("FP4", "Factor").is(fp4);
    page.number_before("times the work")
        .is(factor("fp8") / factor("power"));
    let ridge = |card: &str, key: &str| {
        fact(&format!("dev.{card}.{key}")) / fact(&format!("dev.{card}.bandwidth")) * 1e3
    };
    let ridges = page.table_under("Three ridges");
    for (row, key, bytes) in [("BF16", "bf16", 2.0), ("FP8", "fp8", 1.0)] {
        ridges.number_at(row, "H100").is(ridge("h100", key));
        let turns = ridges.number_at(row, "Batch");
        turns.is(ridge("h100", key) * bytes / 2.0);
    }
    for (row, key, bytes) in [
        ("BF16", "bf16", 2.0),
        ("FP8", "fp8", 1.0),
        ("FP4", "fp4", 0.5),
    ] {
        ridges.number_at(row, "B200").is(ridge("b200", key));
        ridges
            .number_at(row, "Same")
            .is(ridge("b200", key) * bytes / 2.0);
    }
    page.number_after("(as others quote them), the BF16 ridge is")
        .is(fact("dev.b200.bf16") / 7.7);
    page.number_after("with 7.7 TB/s 2.30, so")
        .is(100.0 * (7.7 / 3.35 / factor("fp8") - 1.0));
    let steps = page.numbers_after("8,000·10⁹ B/s =", 1);
    steps[0].is(ridge("b200", "bf16"));
    page.number_after("2b = 563, so b =")
        .is(ridge("b200", "fp8") / 2.0);
    page.number_after("The ridge doubles, to")
        .is(2.0 * ridge("h100", "fp8"));
}

#[test]
fn what_a_generation_decides_and_costs() {
    let page = page("lesson-04-generations");
    let params = fact("model.llama-3.1-70b.params");
    page.number_after("in FP8 is").is(params);
    page.number_after("at batch 1 takes at least")
        .is(params / 3.35);
    page.number_before("ms on a B200").is(params / 8.0);
    let left = |card: &str| fact(&format!("dev.{card}.memory")) - params;
    page.number_before("GB remain for the").is(left("h100"));
    page.number_before("GB: **").is(left("b200"));
    page.number_after("GB: **").is(left("b200") / left("h100"));
    let token = fact("model.llama-3.1-70b.kv_token") * 1024.0;
    let tokens = |card: &str| left(card) * 1e9 / token;
    page.number_after("a [token](id:term.token) that is")
        .is_to(3, tokens("h100"));
    page.number_before("(before what the engine")
        .is_to(3, tokens("b200"));
    page.number_after("first card holds")
        .is((tokens("h100") / 2000.0).floor());
    page.number_after("requests, the second")
        .is((tokens("b200") / 2000.0).floor());
    // Weights, and the cache of as many requests as fit: GB that a step reads.
    let step = |card: &str| {
        let requests = (tokens(card) / 2000.0).floor();
        let bytes = params + requests * 2000.0 * token / 1e9;
        (
            requests,
            bytes / fact(&format!("dev.{card}.bandwidth")) * 1e3,
        )
    };
    let (few, slow) = step("h100");
    let (many, fast) = step("b200");
    let full = page.numbers_after(
        "With these caches full, the [floors](id:term.floor) of a step are",
        5,
    );
    full[0].is(slow);
    full[1].is(fast);
    full[2].is(few / slow * 1e3);
    full[3].is_to(2, many / fast * 1e3);
    full[4].is(many / fast / (few / slow));
    let dearer = 5.98 / 2.69;
    page.number_after("B200 at $5.98:").is(dearer);
    let less = |faster: f64| 100.0 * (1.0 - dearer / faster);
    page.number_after("2.39 for decode that is")
        .is(less(8.0 / 3.35));
    page.number_after("2.27 for FP8 prefill")
        .is(less(4500.0 / 1979.0));
    let cost = |price: f64, bandwidth: f64| price / (3600.0 * bandwidth / params * 0.5) * 1e6;
    page.number_after("With 5.98 and 8,000,")
        .is(cost(2.69, 3350.0));
    page.number_before("dollars become").is(cost(2.69, 3350.0));
    page.number_after("dollars become").is(cost(5.98, 8000.0));
    let flop = 2.0 * fact("model.llama-3.1-8b.params") * 1e9 * 512.0;
    let told = page.numbers_after("· 8.03·10⁹ · 512 =", 3);
    told[0].is(flop / 1e12);
    told[1].is(flop / 989e9);
    told[2].is(flop / 2250e9);
    let bytes = page.numbers_after("Bytes: ", 3);
    bytes[0].is(2.0 * 8.03);
    bytes[1].is(2.0 * 8.03 / 3.35);
    bytes[2].is(2.0 * 8.03 / 8.0);
}
