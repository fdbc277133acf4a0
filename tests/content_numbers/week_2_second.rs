//! Numbers of the second half of week 2, computed again: products, all-reduce, before the lab.
//!
//! In: its pages and facts. Out: one test for each worked example and typed table.

use crate::page::{Page, fact, read_page};

const FOLDER: &str = "hardware-foundations/week-2";
/// Tokens a second measured on an RTX 5080 at batch 64.
const AT_64: f64 = 3297.0;
/// GB/s that a ring over NVLink 4 reaches, and GB/s of messages with a switch that adds.
const RING: f64 = 370.0;
const SWITCH: f64 = 275.0;

pub fn page(name: &str) -> Page {
    read_page(&format!("{FOLDER}/{name}.md"))
}

/// GB of the 3B's and the 70B's weights in 16 bits.
fn small() -> f64 {
    2.0 * fact("model.qwen2.5-3b.params")
}

pub fn large() -> f64 {
    2.0 * fact("model.llama-3.1-70b.params")
}

/// Milliseconds to read so many GB.
fn read_ms(gb: f64, device: &str) -> f64 {
    gb / fact(&format!("dev.{device}.bandwidth")) * 1e3
}

fn intensity(m: f64, k: f64, n: f64) -> f64 {
    m * n * k / (m * k + k * n + m * n)
}

/// Rows at which a matrix reaches an intensity.
fn crossing(ridge: f64, k: f64, n: f64) -> f64 {
    ridge * n * k / (n * k - ridge * (n + k))
}

/// Waves of 128 x 128 tiles of so many rows by 11,008 columns, and the share of slots in use.
fn waves(rows: f64, slots: f64) -> (f64, f64) {
    let tiles = (rows / 128.0).ceil() * (fact("model.qwen2.5-3b.ffn") / 128.0).ceil();
    let waves = (tiles / slots).ceil();
    (waves, tiles / (waves * slots))
}

#[test]
fn a_product_crosses_the_ridge_where_the_page_says() {
    let page = page("lesson-05-gemm-gemv");
    let (k, n) = (
        fact("model.qwen2.5-3b.hidden"),
        fact("model.qwen2.5-3b.ffn"),
    );
    let (wide_k, wide_n) = (
        fact("model.llama-3.1-70b.hidden"),
        fact("model.llama-3.1-70b.ffn"),
    );
    let h100 = fact("dev.h100.ridge");
    page.number_after("the 3B's matrix crosses at")
        .is(crossing(fact("dev.rtx-5080.ridge"), k, n));
    page.number_after("it needs").is(crossing(h100, k, n));
    page.number_after(", and the 70B's")
        .is(crossing(h100, wide_k, wide_n));
    page.number_after("with 64 rows the intensity is")
        .is(intensity(64.0, k, n));
    let square = page.numbers_after("(16 × 4,096 × 2 + 4,096²) =", 4);
    square[0].is(intensity(16.0, 4096.0, 4096.0));
    square[3].is(4096.0 / 2.0);
}

#[test]
fn a_prompt_of_512_tokens_and_its_waves() {
    let page = page("lesson-05-gemm-gemv");
    let flop = small() * 1e9 * 512.0;
    page.number_before("TFLOP. At").is(flop / 1e12);
    page.number_after("that takes at least")
        .is(flop / fact("dev.h100.bf16") / 1e9);
    page.number_before("ms. (The rule")
        .is(flop / fact("dev.rtx-5080.bf16") / 1e9);
    let table = fact("model.qwen2.5-3b.vocab") * fact("model.qwen2.5-3b.hidden") * 2.0 / 1e9;
    page.number_after("For this model that is")
        .is(100.0 * (small() / (small() - table) - 1.0));
    let slots = fact("dev.h100.sms");
    page.number_after("11,008 columns, so").is(11008.0 / 128.0);
    page.number_after("With 256 it is").is(2.0 * 86.0);
    page.number_after("a second with").is(2.0 * 86.0 - slots);
    page.number_after("at 2,048 rows")
        .is(100.0 * waves(2048.0, slots).1);
    let (more, less) = (waves(385.0, slots).0, waves(384.0, slots).0);
    page.number_after("4 rows of tiles,").is(4.0 * 86.0);
    page.number_after("344 tiles,").is(more);
    page.number_after("384 rows take").is(less);
}

#[test]
fn the_measured_step_and_its_gap() {
    let page = page("lesson-05-gemm-gemv");
    let floor = read_ms(small(), "rtx-5080");
    let step = 40.0 / AT_64 * 1e3;
    page.number_after("3.086 × 10⁹ × 2 B =").is(small());
    page.number_after("6.17 GB / 960 GB/s =").is(floor);
    page.number_after("3. The step:").is(step);
    page.number_after("40 times those of batch 1:")
        .is(AT_64 / 40.0);
    let reached = page.numbers_after("6.17 GB / 12.1 ms =", 2);
    reached[0].is_to(2, small() / step * 1e3);
    reached[1].is(100.0 * floor / step);
    page.number_after("12.1 − 6.43 =").is(step - floor);
    page.number_after("6.17 GB / 3,350 GB/s =")
        .is(read_ms(small(), "h100"));
    let tflops = AT_64 * small() / 1e3;
    page.number_before("TFLOPS, an MFU of").is(tflops);
    page.number_after("TFLOPS, an MFU of")
        .is(100.0 * tflops / fact("dev.rtx-5080.bf16"));
    page.number_after("But it took").is(64.0 / AT_64 * 1e3);
}

#[test]
fn what_fills_the_gap() {
    let page = page("lesson-05-gemm-gemv");
    let floor = read_ms(small(), "rtx-5080");
    // 2,048 x 11,008 weights in 68.7 µs.
    let bytes = 2.0 * fact("model.qwen2.5-3b.hidden") * fact("model.qwen2.5-3b.ffn");
    let reached = bytes / 68.7e-6 / 1e9;
    page.number_after("took 68.7 µs. That is").is(bytes / 1e6);
    page.number_after("45.1 MB at").is(reached);
    page.number_after("656 GB/s,")
        .is(100.0 * reached / fact("dev.rtx-5080.bandwidth"));
    let slow = page.numbers_after("At that rate all weights take", 2);
    slow[0].is(small() / reached * 1e3);
    slow[1].is(small() / reached * 1e3 - floor);
    let launches = 12.0 * fact("model.qwen2.5-3b.layers");
    page.number_after("A step is about").is(launches);
    let cost = page.numbers_after("pegainfer-3-cuda-graph)), that is", 2);
    cost[0].is(launches * 4.0 / 1e3);
    cost[1].is(launches * 6.0 / 1e3);
    let both = page.numbers_after("bring the 6.4 ms to", 2);
    both[0].is(small() / reached * 1e3 + launches * 4.0 / 1e3);
    both[1].is(small() / reached * 1e3 + launches * 6.0 / 1e3);
    let deep = page.numbers_after("A 70B has", 4);
    let launches = 12.0 * deep[0].value;
    deep[1].is(launches);
    deep[2].is(launches * 4.0 / 1e3);
    deep[3].is(launches * 6.0 / 1e3);
    let bits = page.numbers_after("The bytes fall from", 3);
    bits[0].is(small());
    bits[1].is(small() / 2.0 * 0.52);
    bits[2].is(read_ms(small() * (1.0 - 0.26), "rtx-5080"));
    let cached = page.numbers_after("6.17 GB / 36,864 B =", 3);
    let tokens = small() * 1e9 / (fact("model.qwen2.5-3b.kv_token") * 1024.0);
    cached[0].is_to(3, tokens);
    cached[2].is_to(2, tokens / cached[1].value);
}

#[test]
fn small_models_on_big_cards() {
    let page = page("lesson-05-gemm-gemv");
    let table = page.table_under("Small models on big cards");
    let fixed = 12.0 * fact("model.qwen2.5-3b.layers") * 5.0 / 1e3;
    for (row, device) in [
        ("RTX 2000", "rtx-2000-ada"),
        ("RTX 5080", "rtx-5080"),
        ("H100", "h100"),
        ("B200", "b200"),
    ] {
        let floor = read_ms(small(), device);
        table
            .number_at(row, "Bandwidth")
            .is(fact(&format!("dev.{device}.bandwidth")));
        table.number_at(row, "Floor").is(floor);
        table.number_at(row, "With 2.16").is(floor + fixed);
        table
            .number_at(row, "Share")
            .is(100.0 * fixed / (floor + fixed));
    }
    page.number_after("The B200 has")
        .is(fact("dev.b200.bandwidth") / fact("dev.rtx-2000-ada.bandwidth"));
    page.number_after("makes this step")
        .is((read_ms(small(), "rtx-2000-ada") + fixed) / (read_ms(small(), "b200") + fixed));
}

#[test]
fn the_profile_of_the_program_follows_the_formula() {
    let page = page("lesson-05-gemm-gemv");
    let said = page.numbers_after("It says", 2);
    said[0].is(intensity(8.0, 512.0, 1024.0) / 2.0);
    page.number_after("8 rows, [device memory](id:term.device-memory);")
        .is(intensity(64.0, 512.0, 1024.0) / 2.0);
    let floor =
        |m: f64| 4.0 * (m * 512.0 + 512.0 * 1024.0 + m * 1024.0) / fact("dev.h100.bandwidth");
    let times = page.numbers_after("the floor grows from", 3);
    times[0].is(floor(1.0));
    times[1].is(floor(8.0));
    times[2].is(100.0 * (floor(8.0) / floor(1.0) - 1.0));
}

/// GB of one message and of all messages of the prefill.
fn messages() -> (f64, f64) {
    let one = 2.0 * 32.0 * 2048.0 * fact("model.llama-3.1-70b.hidden") / 1e9;
    (one, one * 2.0 * fact("model.llama-3.1-70b.layers"))
}

fn factor(gpus: f64) -> f64 {
    2.0 * (gpus - 1.0) / gpus
}

/// Seconds of the prefill's arithmetic at half of the peak.
fn arithmetic(gpus: f64) -> f64 {
    large() * 1e9 * 65536.0 / (gpus * fact("dev.h100.bf16") * 1e12 * 0.5)
}

/// Microseconds before and between the steps of a small ring.
fn start(gpus: f64) -> f64 {
    6.6 + 0.6 * 2.0 * (gpus - 1.0)
}

#[test]
fn the_prefill_s_all_reduces() {
    let page = page("lesson-06-all-reduce");
    let (one, all) = messages();
    let example = page.numbers_after("1.074 × 10⁹ B =", 1);
    example[0].is(one);
    page.number_after("160 × 1.074 GB =").is(all);
    page.number_after("2 × 7 / 8 = 1.75. Sent by each GPU: 1.75 × 171.8 GB =")
        .is(all * factor(8.0));
    page.number_after("Time at 370 GB/s: 300.6 / 370 =")
        .is(all * factor(8.0) / RING);
    page.number_after("At the line rate of 450 GB/s:")
        .is(all * factor(8.0) / fact("dev.h100.nvlink"));
    page.number_after("At 370 GB/s this takes")
        .is(all * factor(8.0) / RING);
    page.number_after("the same source](https://github.com/NVIDIA/nccl-tests/issues/212)), so")
        .is(all / SWITCH);
    page.number_after("2 × 70.6 × 10⁹ × 65,536 =")
        .is(large() * 1e9 * 65536.0 / 1e15);
    page.number_after("eight cards it takes")
        .is(arithmetic(8.0));
    let (ring, switch) = (all * factor(8.0) / RING, all / SWITCH);
    let shares = page.numbers_after("The links add", 4);
    shares[0].is(100.0 * switch / arithmetic(8.0));
    shares[1].is(100.0 * ring / arithmetic(8.0));
    shares[2].is(100.0 * switch / (switch + arithmetic(8.0)));
    shares[3].is(100.0 * ring / (ring + arithmetic(8.0)));
    let over = page.numbers_after("PCIe has 63 GB/s a direction: 300.6 / 63 =", 1);
    over[0].is(all * factor(8.0) / fact("dev.h100.pcie"));
    let network = page.numbers_after("in place of 300.6:", 1);
    network[0].is(one / 50.0 * 1e3);
    page.number_after("where the ring would take")
        .is(all * factor(8.0) / 50.0);
    page.number_after("The two parts are equal at S = 15.0 µs × 370 GB/s / 1.75 =")
        .is(start(8.0) * RING / 1e3 / factor(8.0));
}

#[test]
fn links_and_arithmetic_by_the_number_of_gpus() {
    let page = page("lesson-06-all-reduce");
    let table = page.table_under("Prefill: bytes");
    let gpus = table.column("GPUs");
    assert_eq!(gpus.len(), 3);
    for (row, gpus) in gpus.iter().map(|gpus| gpus.value).enumerate() {
        let sent = messages().1 * factor(gpus);
        table.column("Arithmetic")[row].is(arithmetic(gpus));
        table.column("Sent")[row].is(sent);
        table.column("Ring at")[row].is(sent / RING);
        table.column("Ring over")[row].is(100.0 * sent / RING / arithmetic(gpus));
    }
    let cache = page.numbers_after("the cache of 65,536 tokens is", 2);
    cache[0].is(65536.0 * fact("model.llama-3.1-70b.kv_token") * 1024.0 / 1e9);
    cache[1].is(large());
}

#[test]
fn measured_all_reduces_lie_above_the_formula() {
    let page = page("lesson-06-all-reduce");
    let points = page.numbers_after("points:", 22);
    let above: Vec<f64> = points
        .chunks(2)
        .map(|pair| pair[1].value / (start(8.0) + factor(8.0) * pair[0].value / RING / 1e3))
        .collect();
    let said = page.numbers_after("They lie", 2);
    said[0].is(above.iter().copied().fold(f64::INFINITY, f64::min));
    said[1].is(above.iter().copied().fold(0.0, f64::max));
}

#[test]
fn decode_s_messages() {
    let page = page("lesson-06-all-reduce");
    let message = 2.0 * 32.0 * fact("model.llama-3.1-70b.hidden");
    let sizes = page.numbers_after("one token of each request: 2 × 32 × 8,192 =", 2);
    sizes[0].is(message);
    sizes[1].is(message / 1024.0);
    let bytes = factor(8.0) * message / RING / 1e3;
    page.number_after("The bytes of the ring take").is(bytes);
    let floor = read_ms(large() / 8.0, "h100");
    page.number_after("The weights of the 70B need").is(floor);
    let added = page.numbers_after("so the links add", 2);
    added[0].is(100.0 * 1.6 / floor);
    added[1].is(100.0 * 3.2 / floor);
    let fixed = page.numbers_after("160 × 15.0 µs =", 5);
    let (prefill, step) = (messages().1 * factor(8.0) / RING * 1e3, start(8.0) + bytes);
    fixed[0].is(160.0 * start(8.0) / 1e3);
    fixed[1].is(100.0 * 160.0 * start(8.0) / 1e3 / prefill);
    fixed[3].is(100.0 * start(8.0) / step);
    fixed[4].is(160.0 * step / 1e3);
    page.number_after("already for two")
        .is(160.0 * start(2.0) / 1e3);
    page.number_before(".\n\n- [ ] **Exercise 2**")
        .is(160.0 * factor(2.0) * message / RING / 1e6);
    page.number_after("2 × 7 / 8 = 1.75: ")
        .is(factor(8.0) * 512.0);
    let saved = page.numbers_after("Faster links save", 2);
    saved[0].is(bytes / 2.0);
    saved[1].is(start(8.0) / 2.0);
    let second = page.numbers_after("It saves", 1);
    second[0].is(read_ms(small() / 2.0, "h100"));
    page.number_after("of at least 7.8 µs:")
        .is(72.0 * start(2.0) / 1e3);
    page.number_after("and none at")
        .is(read_ms(small() / 2.0, "h100") / 72.0 * 1e3);
}

#[test]
fn weights_of_the_models_that_are_split() {
    let page = page("lesson-06-all-reduce");
    let table = page.table_under("Which parallelism");
    for (row, model) in [
        ("Qwen2.5 3B", "qwen2.5-3b"),
        ("Llama 3.1 8B", "llama-3.1-8b"),
        ("Llama 3.1 70B", "llama-3.1-70b"),
        ("Llama 3.1 405B", "llama-3.1-405b"),
    ] {
        let params = fact(&format!("model.{model}.params"));
        table.number_at(row, "Weights, BF16").is(2.0 * params);
        table.number_at(row, "Weights, FP8").is(params);
    }
    page.number_after("1 in FP8, with")
        .is(80.0 - fact("model.llama-3.1-70b.params"));
}

#[test]
fn floors_before_the_lab() {
    let page = page("before-the-lab");
    let seven = 2.0 * fact("model.llama-2-7b.params");
    let steps = page.numbers_after("These are", 6);
    steps[0].is(1e3 / 38.0);
    steps[1].is(1e3 / 97.0);
    steps[2].is(read_ms(seven, "a100"));
    steps[3].is(read_ms(3.89, "a100"));
    steps[4].is(1e3 / 38.0 / read_ms(seven, "a100"));
    steps[5].is(1e3 / 97.0 / read_ms(3.89, "a100"));
    let three = page.numbers_after("a 3B in [BF16](id:term.bf16) took", 3);
    three[0].is(40.0 / AT_64 * 1e3);
    three[1].is(three[0].value / read_ms(small(), "rtx-5080"));
    three[2].is(read_ms(small(), "rtx-5080"));
    let links = page.numbers_after("a ring at 370 GB/s it is", 2);
    for (printed, gpus) in links.iter().zip([2.0, 4.0]) {
        printed.is(100.0 * messages().1 * factor(gpus) / RING / arithmetic(gpus));
    }
    let messages = 2.0 * fact("model.qwen2.5-3b.layers");
    let small_model = page.numbers_after("36 layers, so", 3);
    small_model[0].is(messages);
    small_model[1].is(messages * 10.0 / 1e3);
    small_model[2].is(messages * 20.0 / 1e3);
    page.number_after("a second H100 saves it")
        .is(read_ms(small() / 2.0, "h100"));
    let weights = 2.0 * fact("model.qwen2.5-3b.hidden") * fact("model.qwen2.5-3b.ffn") / 1e6;
    let expected = page.numbers_after("2,048 × 11,008 weights they are", 2);
    expected[0].is(weights / fact("dev.rtx-5080.bandwidth") * 1e3);
    expected[1].is(weights);
    page.number_after("a token costs").is(100.0 / 30.0);
}
