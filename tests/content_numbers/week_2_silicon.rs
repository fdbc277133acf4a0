//! Numbers of the second week on other silicon, computed again.
//!
//! In: its pages and facts. Out: one test for each worked example and typed table.

use crate::page::fact;
use crate::week_2_second::{large, page};

#[test]
fn capacity_against_bandwidth() {
    let page = page("lesson-07-other-silicon");
    let table = page.table_under("Capacity against bandwidth");
    for (column, device, peak) in [
        ("A100", "a100", "bf16"),
        ("H100", "h100", "bf16"),
        ("M2", "m2-ultra", "fp32"),
        ("M3", "m3-ultra", "fp32"),
    ] {
        let fact = |key: &str| fact(&format!("dev.{device}.{key}"));
        table.number_at("Memory", column).is(fact("memory"));
        table.number_at("Bandwidth", column).is(fact("bandwidth"));
        table.number_at("Peak", column).is(fact(peak));
        table
            .number_at("Ridge", column)
            .is(fact(peak) * 1e3 / fact("bandwidth"));
        if fact("memory") > large() {
            table
                .number_at("70B in BF16", column)
                .is(fact("bandwidth") / large());
        }
        table
            .number_at("70B in 4 bits", column)
            .is(fact("bandwidth") / 41.4);
    }
    let prompt = large() * 2048.0;
    page.number_after("2,048 tokens through the 70B are")
        .is(prompt / 1e3);
    page.number_after("are 289 TFLOP:")
        .is(prompt / 1e3 / fact("dev.m3-ultra.fp32"));
    page.number_after("at the M3 Ultra's whole peak,")
        .is(prompt / 1e3 / (2.0 * fact("dev.h100.bf16")));
    let bandwidth = fact("dev.m3-ultra.bandwidth");
    page.number_after("Bound at batch 1: 819 GB/s / 141.2 GB =")
        .is(bandwidth / large());
    page.number_after("819 / 41.4 =").is(bandwidth / 41.4);
    let two = 2.0 * fact("dev.h100.bandwidth");
    page.number_after("2 × 3,350 / 141.2 =").is(two / large());
    page.number_after("5. Ratio of 4 and 2:")
        .is(two / bandwidth);
}

#[test]
fn jetson_like_for_like() {
    let page = page("lesson-07-other-silicon");
    let orin = 64.0 * 512.0 * 1.3 / 1e3;
    page.number_after("runs at half the rate:").is(orin);
    let table = page.table_under("Jetson, like for like");
    for (row, device) in [
        ("Orin Nano", "orin-nano"),
        ("Orin NX", "orin-nx"),
        ("AGX Orin", "agx-orin"),
        ("Thor", "thor"),
        ("H100", "h100"),
    ] {
        let fact = |key: &str| fact(&format!("dev.{device}.{key}"));
        table.number_at(row, "16 bits").is(fact("bf16"));
        table.number_at(row, "Memory").is(fact("memory"));
        table.number_at(row, "Bandwidth").is(fact("bandwidth"));
    }
    let ratios = page.numbers_after("H100 has 989 / 42.6 =", 5);
    ratios[0].is(fact("dev.h100.bf16") / fact("dev.agx-orin.bf16"));
    ratios[3].is(fact("dev.h100.bandwidth") / fact("dev.agx-orin.bandwidth"));
    ratios[4].is(fact("dev.h100.power") / fact("dev.agx-orin.power"));
}

#[test]
fn by_the_watt() {
    let page = page("lesson-07-other-silicon");
    let share = 10_200.0 / 8.0;
    page.number_after("for eight cards,").is(share);
    let (flops, bytes) = (fact("dev.h100.bf16"), fact("dev.h100.bandwidth"));
    let orin = fact("dev.agx-orin.power");
    let (small_flops, small_bytes) = (
        fact("dev.agx-orin.bf16") / orin,
        fact("dev.agx-orin.bandwidth") / orin,
    );
    let cards = page.numbers_after("the H100 seems to win both:", 4);
    cards[0].is(flops / fact("dev.h100.power"));
    cards[1].is(small_flops);
    cards[2].is(bytes / fact("dev.h100.power"));
    cards[3].is(small_bytes);
    let whole = page.numbers_after("arithmetic is nearly equal,", 4);
    whole[0].is(flops / share);
    whole[1].is(small_flops);
    whole[2].is(small_bytes);
    whole[3].is(bytes / share);
    let thor = page.numbers_after("(Thor, two generations newer, has", 2);
    for (printed, key) in thor.iter().zip(["bf16", "bandwidth"]) {
        printed.is(fact(&format!("dev.thor.{key}")) / fact("dev.thor.power"));
    }
}

#[test]
fn five_chips_and_chips_without_dram() {
    let page = page("lesson-07-other-silicon");
    let speed = page.numbers_after("By speed: H100", 6);
    let joule = page.numbers_after("By the joule: H100", 5);
    let fact_of = |device: &str, key: &str| fact(&format!("dev.{device}.{key}"));
    let rate = |device: &str| fact_of(device, "bandwidth") / 3.89;
    let per_joule = |device: &str| rate(device) / fact_of(device, "power");
    speed[0].is(rate("h100"));
    speed[2].is(rate("rtx-5080"));
    speed[3].is(rate("m2-ultra"));
    speed[4].is(rate("l4"));
    speed[5].is(rate("agx-orin"));
    joule[0].is(per_joule("h100"));
    joule[1].is(per_joule("l4"));
    joule[2].is(per_joule("agx-orin"));
    joule[3].is(per_joule("m2-ultra"));
    page.number_before(". But cards stand")
        .is(per_joule("rtx-5080"));
    page.number_after("1,275 W the H100 has")
        .is(rate("h100") / 1275.0);
    let params = fact("model.llama-3.1-70b.params");
    let chips = page.numbers_after("with a byte a weight is", 3);
    chips[0].is(params);
    chips[1].is(params / fact("dev.groq-lpu.memory"));
    chips[2].is(2.0 * params / fact("dev.groq-lpu.memory"));
    assert_eq!((large() / fact("dev.wse-3.memory")).ceil(), 4.0);
    page.number_after("80 TB/s over 70.6 GB are")
        .is(fact("dev.groq-lpu.bandwidth") / params);
    page.number_after("chips worked at once,").is_to(
        3,
        fact("dev.groq-lpu.bandwidth") / fact("dev.groq-lpu.memory"),
    );
    page.number_after("204.8 / 60 =").is(204.8 / 60.0);
    page.number_after("300 / 24 =").is(300.0 / 24.0);
}
