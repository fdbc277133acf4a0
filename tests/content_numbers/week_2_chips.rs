//! Numbers of the second week on tensor cores and generations, computed again.
//!
//! In: its pages and facts. Out: one test for each worked example and typed table.

use crate::page::fact;
use crate::week_2::{FOUR_BITS, page};

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
