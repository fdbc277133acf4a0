//! Numbers of the lessons on attention in tiles and on fused dequantisation, and of the examples that go with them.
//!
//! In: the pages and facts. Out: one test for each worked example, table and claim. The clock and what the profile counts stand
//! here as constants; what others measured is not computed.

use crate::page::{Page, fact, read_page};

/// Bytes in a MiB.
const MIB: f64 = 1_048_576.0;
/// The A100's clock in GHz, from its data.
const CLOCK: f64 = 1.41;
/// Weights of the matrix of both quantisation pages.
const WEIGHTS: f64 = 4096.0 * 4096.0;

fn page(name: &str) -> Page {
    read_page(&format!("gpu-acceleration/gpu-acceleration/{name}.md"))
}

fn a100(key: &str) -> f64 {
    fact(&format!("dev.a100.{key}"))
}

/// Milliseconds to move so many MiB on the A100.
fn moved(mib: f64) -> f64 {
    mib * MIB / a100("bandwidth") / 1e6
}

/// Lane instructions that the A100 issues in a µs.
fn issued() -> f64 {
    a100("sms") * 128.0 * CLOCK * 1e3
}

#[test]
fn attention_in_three_kernels() {
    let page = page("lesson-03-flash-attention");
    let scores = 32.0 * 2048.0 * 2048.0 * 2.0 / MIB;
    let tensor = 32.0 * 2048.0 * 128.0 * 2.0 / MIB;
    let products = 4.0 * 32.0 * 2048.0 * 2048.0 * 128.0 / 1e9;
    page.number_after("numbers of 2 bytes,").is(scores);
    page.number_after("the result O are").is(tensor);
    page.number_before(", the same. Each query").is(products);
    let table = page.table_under("Count the standard way");
    let mib = [
        scores + 2.0 * tensor,
        2.0 * scores,
        scores + 2.0 * tensor,
        4.0 * (scores + tensor),
    ];
    for (n, bytes) in mib.into_iter().enumerate() {
        table.column("Moves")[n].is(bytes);
        table.column("Time for the bytes")[n].is(moved(bytes));
    }
    let compute = products / a100("bf16");
    for (row, share) in [("scores", 0.5), ("values", 0.5), ("all", 1.0)] {
        table.number_at(row, "Products").is(share * products);
        table.number_at(row, "Time for them").is(share * compute);
    }
    let bounds = page.numbers_after("Without scores,", 4);
    bounds[0].is(4.0 * tensor);
    bounds[1].is(moved(4.0 * tensor));
    bounds[3].is(compute);
    page.number_after("ms is a factor of")
        .is(moved(4.0 * (scores + tensor)) / compute);
    page.number_before(", the factor of the bytes")
        .is((scores + tensor) / tensor);
}

#[test]
fn tiles_and_what_they_keep() {
    let page = page("lesson-03-flash-attention");
    let keys = 2.0 * 2048.0 * 128.0 * 2.0 / MIB;
    let times = 2048.0 / 64.0;
    let again = page.numbers_after("With Br = 64 each head loads its", 3);
    again[0].is(keys);
    again[1].is(times);
    again[2].is(32.0 * times * keys);
    // Blocks of 32 to a head: 108 of them, side by side, touch up to five heads.
    assert_eq!((a100("sms") / times).ceil() + 1.0, 5.0);
    page.number_before("MiB of keys and values stay")
        .is(5.0 * keys);
    let rate = 32.0 * times * keys * MIB / 0.2203e9;
    page.number_after("0.22 ms these loads are").is(rate);
    assert!((4.0 * rate - a100("shared_bandwidth")).abs() < 0.1);
    let lse = page.numbers_after("$$\n\n32 · 2,048 rows of", 3);
    lse[1].is(32.0 * 2048.0 * 4.0 / 1024.0);
    lse[2].is(256.0 * MIB / (32.0 * 2048.0 * 4.0));
    page.number_after("2T of all remain:").is(100.0 * 5.0 / 8.0);
    let published = page.numbers_after("of an A100's peak, here", 2);
    let products = 4.0 * 32.0 * 2048.0 * 2048.0 * 128.0 / 1e9 / a100("bf16");
    published[0].is(products / 0.73);
    published[1].is(products / 0.50);
    let exponentials = 32.0 * 2048.0 * 2048.0;
    page.number_after("does: of").is(exponentials / 1e6);
    let special = exponentials / (a100("sms") * 16.0 * CLOCK * 1e6);
    page.number_after("at 1.41 GHz, in").is(special);
    assert!((special / products - 0.25).abs() < 0.01);
}

#[test]
fn two_tiles_by_hand() {
    let page = page("lesson-03-flash-attention");
    let (weights, values) = ([1.0_f64, 2.0, 6.0, 3.0], [12.0, 6.0, 2.0, 8.0]);
    let sum = |weights: &[f64], values: &[f64]| -> f64 {
        weights.iter().zip(values).map(|(w, v)| w * v).sum()
    };
    let all: f64 = weights.iter().sum();
    let whole = page.numbers_after("(1 + 2 + 6 + 3) =", 3);
    whole[0].is(sum(&weights, &values));
    whole[1].is(all);
    whole[2].is(sum(&weights, &values) / all);
    let (l, o) = (3.0 / 2.0, sum(&weights[..2], &values[..2]) / 2.0);
    page.number_after("l = 1/2 + 1 =").is(l);
    page.number_after("1/2 · 12 + 1 · 6 =").is(o);
    page.number_after("m = ln 2 =").is(2.0_f64.ln());
    page.number_after("largest score is ln 6 =")
        .is(6.0_f64.ln());
    let keep = (2.0_f64.ln() - 6.0_f64.ln()).exp();
    let (l, o) = (
        l * keep + 9.0 / 6.0,
        o * keep + sum(&weights[2..], &values[2..]) / 6.0,
    );
    page.number_after("l = 1.5 / 3 + 1 + 3/6 =").is(l);
    page.number_after("o = 12 / 3 + 1 · 2 + 1/2 · 8 =").is(o);
    page.number_after("o / l = 10 / 2 = **").is(o / l);
    page.number_after("lse = 1.792 + ln 2 =").is(all.ln());
    page.number_after("(8 + 3 · 4) / 4 =").is(5.0);
}

#[test]
fn what_the_report_on_attention_claims() {
    let page = page("lesson-03-flash-attention");
    let products = 4.0 * 32.0 * 2048.0 * 2048.0 * 128.0 / 1e9;
    page.number_after("The ratio of times is").is(45.0 / 8.0);
    let rate = page.numbers_after("GFLOP in 8 ms are", 2);
    rate[0].is(products / 8.0);
    rate[1].is(100.0 * products / 8.0 / a100("bf16"));
    page.number_after("four passes over the scores take")
        .is(moved(4.0 * 256.0));
    page.number_after("64.5 · 256 bytes =")
        .is(2.0 * 128.0 * 64.5 * 256.0 / MIB);
    page.number_before("KiB of scores (32")
        .is(32.0 * 2048.0 * 2.0 / 1024.0);
    page.number_after("Four passes would add")
        .is(100.0 * 4.0 * 128.0 / (32.0 * 1024.0));
}

#[test]
fn bytes_of_three_designs() {
    let page = page("lesson-04-fused-dequant");
    let bandwidth = a100("bandwidth");
    let micro = |bytes: f64| bytes * WEIGHTS / bandwidth / 1e3;
    let packed = page.numbers_after("- fused:", 2);
    packed[0].is(0.5625 * WEIGHTS / 1e6);
    packed[1].is(micro(0.5625));
    let half = page.numbers_after("- weights kept in FP16:", 3);
    half[0].is(2.0 * WEIGHTS / 1e6);
    half[1].is(micro(2.0));
    half[2].is(2.0 / 0.5625);
    let first = page.numbers_after("- unpacked first:", 3);
    first[0].is(4.5625 * WEIGHTS / 1e6);
    first[1].is(micro(4.5625));
    first[2].is(4.5625 / 0.5625);
    let table = page.table_under("Three designs");
    table
        .number_at("unpack first", "Moves")
        .is(0.5625 + 2.0 + 2.0);
    page.number_after("is at most 32 · 15 · 127 =")
        .is(32.0 * 15.0 * 127.0);
    let predicted = page.numbers_after("By about 10 %:", 2);
    predicted[0].is(micro(2.5625));
    predicted[1].is(2.0 * 2048.0 * WEIGHTS / a100("bf16") / 1e6);
    assert!((predicted[0].value / predicted[1].value - 0.1).abs() < 0.01);
}

#[test]
fn where_unpacking_first_wins() {
    let page = page("lesson-04-fused-dequant");
    let pass = 2.5625 * WEIGHTS / a100("bandwidth") / 1e3;
    let again = |unpack: f64| unpack * WEIGHTS / issued();
    let step = page.numbers_after("2.5625 B · 16.78 · 10⁶ =", 1);
    step[0].is(2.5625 * WEIGHTS / 1e6);
    page.number_after("7 · 16.78 · 10⁶ =")
        .is(7.0 * WEIGHTS / 1e6);
    page.number_after("3. Over 19.5 · 10¹² a second:")
        .is(again(7.0));
    let equal = page.numbers_after("Equal at", 4);
    equal[0].is(pass);
    equal[1].is(again(7.0));
    equal[2].is(pass / again(7.0));
    equal[3].is(128.0 * pass / again(7.0));
    // A tile is unpacked whole or not at all: the fourth decides.
    assert!(3.0 * again(7.0) < pass && pass < 4.0 * again(7.0));
    page.number_after("with the fourth, from")
        .is(3.0 * 128.0 + 1.0);
    let three = page.numbers_after("With u = 3:", 2);
    three[0].is(pass / again(3.0));
    three[1].is(128.0 * pass / again(3.0));
    let integers = page.numbers_after("With the integers' 0.375 it would be", 2);
    integers[0].is(pass / again(0.375));
    integers[1].is(128.0 * pass / again(0.375));
    page.number_after("1.41 GHz =").is(issued() / 1e6);
    let sums = 2048.0 * 4096.0 * 4096.0 / 32.0;
    page.number_after("group sums,").is(sums / 1e9);
    page.number_after("a second: 110 µs, as much as the products at")
        .is(a100("int8"));
    assert!((2.0 * sums / issued() - 110.0).abs() < 0.5);
    assert!((2.0 * 2048.0 * WEIGHTS / a100("int8") / 1e6 - 110.0).abs() < 0.5);
}

#[test]
fn counts_of_unpacking() {
    let page = page("lesson-04-fused-dequant");
    page.number_after("2 · 72 · 256 =").is(2.0 * 72.0 * 256.0);
    page.number_after("8,064 · 32 / 36,864 =")
        .is(8064.0 * 32.0 / 36_864.0);
    page.number_after("before you run it. (")
        .is(16.0 * 1024.0 * 0.5625);
    page.number_after("80 ms. The ratios are divided correctly,")
        .is(80.0 / 35.0);
    let eight = 2.0 * 8.0 * WEIGHTS;
    page.number_after("16.8 million =").is(eight / 1e6);
    page.number_after("MFLOP would take")
        .is(eight / a100("int8") / 1e6);
    let ridge = a100("bf16") * 1e3 / a100("bandwidth");
    page.number_before("FLOP a byte, so").is(ridge);
    page.number_before("tokens at 2 bytes a weight").is(ridge);
    let whole = a100("int8") * 1e3 / a100("bandwidth");
    page.number_after("624 / 2.039 =").is(whole);
    page.number_after("times 0.5625 / 2:")
        .is(whole * 0.5625 / 2.0);
}

#[test]
fn what_the_attention_example_counts() {
    let page = page("example-1-attention");
    let seen = 2.0 * 128.0 * 129.0 / 2.0;
    page.number_after("2 · 128 · 129 / 2 =").is(seen);
    page.number_after("128 · 64 · 4 bytes =")
        .is(2.0 * 128.0 * 64.0 * 4.0);
    page.number_after("2 · 128² · 4 =")
        .is(2.0 * 128.0 * 128.0 * 4.0);
    page.number_after("16,512 are seen,").is(4.0 * seen);
    page.number_after("6 · 66,048 =").is(24.0 * seen);
    page.number_after("32 · 4,096² · 4 bytes are")
        .is(32.0 * 4096.0 * 4096.0 * 4.0 / MIB);
    let asked = page.table_under("What it must count");
    let counts = [
        ("scores", 4.0 * seen / 1024.0),
        ("values", 32.0 * 4.0 * seen / MIB),
        ("online", 256.0 * seen / MIB),
    ];
    for (kernel, count) in counts {
        asked.number_at(kernel, "Asked").is(count);
    }
    asked
        .number_at("softmax", "Asked")
        .is_to(3, 12.0 * seen / 1024.0);
    asked
        .number_at("softmax", "Derived")
        .is(12.0 * seen / 1024.0);
    page.number_after("move only").is(32.0 * seen / 1024.0);
    let flop = page.numbers_after("It does", 5);
    // In each of 32 lanes: a product and a multiply-add; five steps of the sum; scale, two differences, a multiply-add for l;
    // and for both numbers of o a product and a multiply-add.
    let parts = [32.0 * 3.0, 32.0 * 5.0, 32.0 * 5.0, 32.0 * 6.0];
    flop[0].is(parts.iter().sum());
    flop[1].is(parts[0]);
    flop[2].is(parts[1]);
    flop[3].is(parts[2]);
    page.number_before("for o, which").is(parts[3]);
    let claimed = 4.0 * 8.0 * 512.0 * 512.0 * 64.0 / 1e9;
    page.number_after("4 · 8 · 512² · 64 =").is(claimed);
    let rate = claimed / 8.234e-3;
    page.number_after("In 8.234 ms that is").is(rate);
    page.number_after("would halve it to").is(rate / 2.0);
    page.number_after("65.2 GFLOPS are")
        .is(rate / a100("fp32") / 10.0);
    page.number_after("the peak would need")
        .is(claimed / a100("fp32") * 1e3);
    let layer = page.numbers_after("eight times the work,", 2);
    layer[0].is(8.0 * claimed);
    layer[1].is(8.0 * claimed / a100("fp32"));
}

#[test]
fn what_the_quantised_example_counts() {
    let page = page("example-2-quantised-gemm");
    let weights = 72.0 * 256.0;
    page.number_after("in 8 bits:").is(weights / 1024.0);
    page.number_after("load? {#p1}\n\n ")
        .is(2.0 * weights / 1024.0);
    let bytes = page.numbers_after("weights: · 4 bytes =", 5);
    bytes[0].is(4.0 * weights);
    bytes[2].is(weights);
    bytes[4].is(32.0);
    page.number_after("· 18 / 32 =").is(weights * 18.0 / 32.0);
    page.number_after("256 · 127² =")
        .is(256.0 * 127.0 * 127.0 / 1e6);
    let table = page.table_under("What it must count");
    let kib = table.column("KiB");
    kib[0].is(2.0 * weights / 1024.0);
    kib[2].is(weights * 18.0 / 32.0 / 1024.0);
    let groups = weights / 32.0;
    kib[3].is(2.0 * groups * 16.0 * 3.0 / 1024.0);
    // Two-way stores of `ws`: blocks * warps * turns * stores a turn.
    let conflicts = page.numbers_after("The profile also has", 2);
    conflicts[0].is(10.0 * 8.0 * 4.0);
    conflicts[1].is(10.0 * 8.0 * 8.0 * 2.0);
    page.number_after("Two tiles would be")
        .is(2.0 * weights * 18.0 / 32.0 / 1024.0);
    page.number_after("groups · 2 tiles =")
        .is(2.0 * groups * 16.0 * 3.0);
    let log = page.numbers_after("244.67 GFLOPS gives n =", 3);
    log[0].is(244.67e9 * 35.123e-3 / 2.0 / WEIGHTS);
    log[2].is(2.0 * WEIGHTS * 256.0 / 35.123e-3 / 1e9);
    let moved = 0.5625 * WEIGHTS + 2.0 * 4.0 * 4096.0 * 256.0;
    page.number_after("4.19 MB each,").is(moved / 1e6);
    page.number_after("Over 35.1 ms:")
        .is(moved / 35.123e-3 / 1e9);
    page.number_after("The 7 is right,").is(250.0 / 35.0);
    page.number_after("4,096³ · 2 =")
        .is(2.0 * 4096.0 * WEIGHTS / 1e9);
    page.number_after("GFLOP take")
        .is(2.0 * 4096.0 * WEIGHTS / a100("bf16") / 1e9);
    page.number_after("256 tokens take")
        .is(2.0 * 256.0 * WEIGHTS / a100("bf16") / 1e9);
}
