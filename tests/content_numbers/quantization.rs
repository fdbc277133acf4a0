//! Numbers of the fundamentals of quantisation, computed again.
//!
//! In: the module's pages, facts, and what `kernels/examples` promise to print. Out: one test for each worked example and typed
//! table. Sizes follow from shapes, errors from rounding again; what a program measured is what it promises at its end.

use crate::page::{Page, fact, read_page};

fn page(name: &str) -> Page {
    read_page(&format!("miniaturization/quantization-basics/{name}.md"))
}

/// Weights of Llama 2 7B, and of its two tables together.
fn seven() -> (f64, f64) {
    let of = |key: &str| fact(&format!("model.llama-2-7b.{key}"));
    (of("params") * 1e9, 2.0 * of("vocab") * of("hidden"))
}

/// Bits of a weight in groups, with its share of a scale and a zero-point.
pub fn bits(own: f64, group: f64, scale: f64, zero: f64) -> f64 {
    own + (scale + zero) / group
}

/// Bytes a second of the small card.
fn small() -> f64 {
    fact("dev.rtx-2000-ada.bandwidth") * 1e9
}

/// What a program promises to print, in lines.
pub fn promised(program: &str) -> Vec<String> {
    let path = format!(
        "{}/kernels/examples/{program}.cu",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines = text.lines().filter_map(|line| line.strip_prefix("//> "));
    lines.map(str::to_owned).collect()
}

/// The numbers of a line, commas and full stops at their ends left out.
pub fn numbers_of(line: &str) -> Vec<f64> {
    let words = line
        .split([' ', ':', ','])
        .map(|word| word.trim_end_matches(','));
    words.filter_map(|word| word.parse().ok()).collect()
}

/// A list rounded to codes by one scale, and back: the codes and what they mean.
pub fn symmetric(x: &[f64], most: f64) -> (f64, Vec<f64>, Vec<f64>) {
    let scale = x.iter().fold(0f64, |most, v| most.max(v.abs())) / most;
    // A tie that is one in exact numbers must not be decided by the last bit.
    let code = |v: &f64| (v / scale * 1e9).round() / 1e9;
    let codes: Vec<f64> = x.iter().map(|v| code(v).round_ties_even()).collect();
    let back = codes.iter().map(|code| code * scale).collect();
    (scale, codes, back)
}

pub fn mse(x: &[f64], back: &[f64]) -> f64 {
    let squares = x.iter().zip(back).map(|(a, b)| (a - b).powi(2));
    squares.sum::<f64>() / x.len() as f64
}

#[test]
fn sizes_and_floors_of_four_formats() {
    let page = page("lesson-01-why-fewer-bits");
    let (weights, _) = seven();
    let table = page.table_under("Bytes, seconds, joules");
    let group = bits(4.0, 128.0, 16.0, 4.0);
    for (at, of) in [32.0, 16.0, 8.0, group].into_iter().enumerate() {
        let bytes = weights * of / 8.0;
        table.column("Bits a weight")[at].is(of);
        table.column("Size [GB]")[at].is(bytes / 1e9);
        table.column("Size [GiB]")[at].is(bytes / f64::powi(2.0, 30));
        table.column("Floor")[at].is(1000.0 * bytes / small());
        table.column("Tokens")[at].is(small() / bytes);
    }
    page.number_after("get at most? {#p1}\n\n  ")
        .is(small() / (2.0 * weights));
    let told = page.numbers_after("Each token reads all weights, ", 2);
    told[0].is(2.0 * weights / 1e9);
    told[1].is(2000.0 * weights / small());
    page.number_after("a GiB 2³⁰,")
        .is(100.0 * (f64::powi(2.0, 30) / 1e9 - 1.0));
    let times = fact("dev.rtx-5080.bandwidth") / fact("dev.rtx-2000-ada.bandwidth");
    page.number_after("Two readings. A card with").is(times);
    page.number_after("does with 16 bits what the small one does with")
        .is(16.0 / times);
}

#[test]
fn one_token_in_16_bits_and_in_4() {
    let page = page("lesson-01-why-fewer-bits");
    let (weights, tables) = seven();
    let of = bits(4.0, 128.0, 16.0, 4.0);
    page.number_after("weights · 2 B =").is(2.0 * weights / 1e9);
    let told = page.numbers_after("13.476 GB / 224 GB/s =", 2);
    told[0].is(2000.0 * weights / small());
    told[1].is(small() / (2.0 * weights));
    page.number_after("weights · 2 B = 13.476 GB.\n2. 13.476 GB / 224 GB/s = 60.2 ms, so at most 16.6 tokens a second.\n3. 4 bits in groups of 128: 6.738 · 10⁹ · 4.15625 bits / 8 =")
        .is(weights * of / 8e9);
    let told = page.numbers_after("3.50 GB / 224 GB/s =", 3);
    told[0].is(1000.0 * weights * of / 8.0 / small());
    told[1].is(small() / (weights * of / 8.0));
    told[2].is(16.0 / of);
    page.number_after("4,096 weights each,").is(tables / 1e9);
    page.number_after("together. The other")
        .is((weights - tables) / 1e9);
    let packed = (weights - tables) * of / 8.0;
    let told = page.numbers_after("take 4.15625 bits:", 3);
    told[0].is(packed / 1e9);
    told[1].is(2.0 * tables / 1e9);
    let file = packed + 2.0 * tables;
    told[2].is(file / 1e9);
    let read = file - tables;
    let told = page.numbers_after("reads one row. The rest is", 3);
    told[0].is(read / 1e9);
    told[1].is(1000.0 * read / small());
    told[2].is(small() / read);
    let cache = 512.0 * 1024.0;
    let told = page.numbers_after("3.627 · 10⁹ / (512 · 1,024) =", 3);
    told[0].is(read / cache);
    told[2].is((2.0 * weights - tables) / cache);
    let eight = fact("model.llama-3.1-8b.params") * 1e9;
    let tables = 2.0 * fact("model.llama-3.1-8b.vocab") * fact("model.llama-3.1-8b.hidden");
    page.number_after("(Size:")
        .is(((eight - tables) * of / 8.0 + 2.0 * tables) / 1e9);
    page.number_after("41.4 · 10⁹ / 2³⁰ =")
        .is(41.4e9 / f64::powi(2.0, 30));
    page.number_after("20 · 8 / 68.98 =").is(20.0 * 8.0 / 68.98);
}

#[test]
fn energy_and_intensity() {
    let page = page("lesson-01-why-fewer-bits");
    let bit = 1300.0 / 64.0;
    let told = page.numbers_after("brings 64 bits, each bit costs", 3);
    told[0].is(bit);
    told[2].is(16.0 * bit);
    let told = page.numbers_after("One of 4.156 bits costs", 2);
    told[0].is(bits(4.0, 128.0, 16.0, 4.0) * bit);
    page.number_before("times cheaper than an FP16 one")
        .is(1.1 / 0.2);
    page.number_after("2 / (4.15625 / 8) =")
        .is(16.0 / bits(4.0, 128.0, 16.0, 4.0));
    let ridge = fact("dev.rtx-2000-ada.ridge");
    page.number_after("(id:term.compute-bound) first, at about")
        .is(ridge * bits(4.0, 128.0, 16.0, 4.0) / 16.0);
    page.number_after("Both are far below").is(ridge);
}

/// The positive values of E4M3, least first.
fn e4m3() -> Vec<f64> {
    let value = |code: i32| match (code / 8, f64::from(code % 8) / 8.0) {
        (0, fraction) => fraction / 64.0,
        (exponent, fraction) => (1.0 + fraction) * 2f64.powi(exponent - 7),
    };
    (1..127).map(value).collect()
}

#[test]
fn formats_end_where_their_fields_say() {
    let page = page("lesson-02-number-formats");
    let table = page.table_under("Sign, exponent, fraction");
    let bias = |e: i32| 2f64.powi(e - 1) - 1.0;
    for (row, e) in [
        ("FP32", 8),
        ("FP16", 5),
        ("BF16", 8),
        ("E4M3", 4),
        ("E5M2", 5),
    ] {
        table.number_at(row, "Bias").is(bias(e));
    }
    // The largest exponent is infinity's, but for E4M3.
    let most = |e: i32, m: i32| (2.0 - 2f64.powi(-m)) * 2f64.powi(bias(e) as i32);
    let least = |e: i32, m: i32| 2f64.powi(1 - bias(e) as i32 - m);
    table.number_at("FP32", "Largest").is(most(8, 23) / 1e38);
    table.number_at("BF16", "Largest").is(most(8, 7) / 1e38);
    table.number_at("FP16", "Largest").is(most(5, 10));
    table.number_at("E5M2", "Largest").is(most(5, 2));
    table.number_at("E4M3", "Largest").is(1.75 * 256.0);
    table.number_at("FP32", "Least").is(least(8, 23) / 1e-45);
    table.number_at("FP16", "Least").is(least(5, 10) / 1e-8);
    table.number_at("BF16", "Least").is(least(8, 7) / 1e-41);
    table.number_at("E4M3", "Least").is(least(4, 3));
    table.number_at("E5M2", "Least").is(least(5, 2));
    let told = page.numbers_after("near 1 its neighbours are", 2);
    told[0].is(2f64.powi(-10));
    told[1].is(2f64.powi(-7));
}

#[test]
fn gaps_of_four_formats() {
    let text = std::fs::read_to_string(format!(
        "{}/content/miniaturization/quantization-basics/lesson-02-number-formats.md",
        env!("CARGO_MANIFEST_DIR")
    ))
    .expect("the page");
    let lines: Vec<&str> = text
        .lines()
        .filter_map(|l| l.strip_prefix("points: "))
        .collect();
    assert_eq!(lines.len(), 4);
    for line in lines {
        let (points, name) = line.split_once(" | ").expect("a name");
        for point in points.split(", ") {
            let pair = numbers_of(point);
            let power = pair[0].log2().round();
            let gap = match name {
                "FP16" => 2f64.powf(power - 10.0),
                "BF16" => 2f64.powf(power - 7.0),
                "E4M3" => 2f64.powf(power - 3.0),
                _ => 448.0 / 127.0,
            };
            assert!(
                (pair[1] / gap - 1.0).abs() < 0.005,
                "{name}: {point}, {gap}"
            );
        }
    }
}

#[test]
fn values_of_e4m3() {
    let page = page("lesson-02-number-formats");
    let values = e4m3();
    let told = page.numbers_after("\"Below 1/64 of the end E4M3 has", 2);
    told[0].is(values.iter().filter(|v| **v < 448.0 / 64.0).count() as f64);
    told[1].is(values.len() as f64);
    let marks = (1..128).filter(|k| f64::from(*k) / 127.0 < 1.0 / 64.0);
    assert_eq!(marks.count(), 1, "marks of INT8 below a 64th");
    // Up to a fourteenth of the largest, E4M3's gaps are narrower than INT8's, and wider from there on.
    for pair in values.windows(2) {
        let narrower = pair[1] - pair[0] < 448.0 / 127.0;
        assert_eq!(narrower, pair[1] <= 448.0 / 14.0, "{pair:?}");
    }
    let nearest = |x: f64| {
        let by = |a: &&f64, b: &&f64| (**a - x).abs().total_cmp(&(**b - x).abs());
        *values.iter().min_by(by).expect("a value")
    };
    let told = page.numbers_after("E4M3: it has", 2);
    told[0].is(nearest(0.1));
    told[1].is((nearest(0.1) - 0.1).abs());
    page.number_after("INT8 has 13/127 =").is(13.0 / 127.0);
    page.number_after("= 0.1024, off by").is(13.0 / 127.0 - 0.1);
    let told = page.numbers_after("asks for 0.9: E4M3 has", 2);
    told[0].is(nearest(0.9));
    told[1].is(0.9 - nearest(0.9));
    page.number_after("is off by 0.025; INT8 is off by")
        .is((0.9 - 114.0 / 127.0f64).abs());
    page.number_after("three values between 0.008 and")
        .is(0.014);
    let between = |v: &&f64| (0.008..0.014).contains(*v);
    assert_eq!(values.iter().filter(between).count(), 3);
    page.number_after("because there are two zeros:")
        .is(2.0 * values.len() as f64 + 1.0);
    let six = values.iter().position(|v| *v == 6.0).expect("six") + 1;
    assert_eq!(six, 0x4C);
    assert_eq!(values[0x3C - 1], 1.5);
}

#[test]
fn a_scale_and_a_zero_point_for_one_range() {
    let page = page("lesson-03-scale-and-zero");
    let (s, plain): (f64, f64) = (3.2 / 255.0, 2.4 / 127.0);
    page.number_after("s = 3.2 / 255 = 0.01255, and −128 − (−0.8 / 0.01255) =")
        .is(-128.0 + 0.8 / s);
    page.number_after("hi = 2.4 comes back as").is(s * 191.0);
    page.number_after("the scale is 2.4 / 127 =").is(plain);
    page.number_after("(0.01890 / 0.01255)² =")
        .is((plain / s).powi(2));
    let told = page.numbers_after("twice as long as it need be: 255/127 =", 3);
    told[0].is(255.0 / 127.0);
    told[2].is((255.0f64 / 127.0).powi(2));
    page.number_after("rounds to 191, clamps to 127, and 127 − 64 =")
        .is(63.0);
    page.number_after("That code means").is(127.0 * s);
    page.number_after("everything above 127 · 0.012549 =")
        .is(127.0 * s);
    assert_eq!((2.4 / s).round(), 191.0);
}

#[test]
fn five_numbers_both_ways() {
    let page = page("lesson-03-scale-and-zero");
    let (s, plain): (f64, f64) = (3.2 / 255.0, 2.4 / 127.0);
    let x = [-0.8, -0.3, 0.0, 0.9, 2.4];
    let table = page.table_under("Worked example");
    let mut back = (Vec::new(), Vec::new());
    for (at, v) in x.into_iter().enumerate() {
        let code = ((v / s).round_ties_even() - 64.0).clamp(-128.0, 127.0);
        let other = (v / plain).round_ties_even();
        table.column("x / s, with z")[at].is(v / s);
        table.column("Code")[at].is(code);
        table.column("Comes back as")[at].is(s * (code + 64.0));
        table.column("Error")[at].is(s * (code + 64.0) - v);
        table.column("x / s, symmetric")[at].is(v / plain);
        table.column("Code of it")[at].is(other);
        table.column("Comes back so")[at].is(plain * other);
        table.column("Error of it")[at].is(plain * other - v);
        back.0.push(s * (code + 64.0));
        back.1.push(plain * other);
    }
    let told = page.numbers_after("4. Bounds: half a step is", 2);
    told[0].is(s / 2.0);
    told[1].is(plain / 2.0);
    let (a, b) = (mse(&x, &back.0), mse(&x, &back.1));
    page.number_after("5. MSE of these five:").is(a * 1e6);
    page.number_after("these five: 6.7 · 10⁻⁶ and").is(b * 1e6);
    page.number_after("10⁻⁶, a factor of 2.8. For many numbers s²/12 gives")
        .is(s * s / 12e-6);
    page.number_after("s²/12 gives 13.1 and")
        .is(plain * plain / 12e-6);
    assert!((b / a - 2.8).abs() < 0.05);
    // Three numbers to do by hand.
    let s: f64 = 4.0 / 255.0;
    for (x, code, comes) in [
        (-1.0, -128.0, -1.004),
        (0.5, -32.0, 0.502),
        (3.0, 127.0, 2.996),
    ] {
        let of = ((x / s).round_ties_even() - 64.0).clamp(-128.0, 127.0);
        assert_eq!(of, code);
        assert!((s * (of + 64.0) - comes).abs() < 5e-4);
    }
    page.number_after("so the MSE by 289:").is(2.89);
}

#[test]
fn outliers_measured_by_a_program() {
    let page = page("lesson-04-granularity");
    let lines = promised("granularity");
    let table = page.table_under("A scale for each channel");
    for (row, line) in lines[..2].iter().enumerate() {
        let told = numbers_of(line);
        table.column("One scale")[row].is(told[0]);
        table.column("A scale a row")[row].is(told[1]);
        table.column("Times less")[row].is(told[2]);
    }
    let points: Vec<Vec<f64>> = lines[2..].iter().map(|line| numbers_of(line)).collect();
    let plotted: Vec<String> = points
        .iter()
        .map(|point| format!("{} {:.5}", point[1], point[2]))
        .collect();
    let text = std::fs::read_to_string(format!(
        "{}/content/miniaturization/quantization-basics/lesson-04-granularity.md",
        env!("CARGO_MANIFEST_DIR")
    ))
    .expect("the page");
    assert!(text.contains(&format!("points: {} |", plotted.join(", "))));
    let of = |size: f64| {
        let found = points.iter().find(|point| point[1] == size);
        found.expect("a group of that size")[2]
    };
    page.number_after("From 16,384 to 64 the error falls by")
        .is(of(16384.0) / of(64.0));
    page.number_after("falls by 2.5, and to 16 by")
        .is(of(16384.0) / of(16.0));
    page.number_after("0.01413 / 0.00937 =")
        .is(of(128.0) / of(32.0));
    page.number_after("would bring 4^0.375 =")
        .is(4f64.powf(0.375));
}

#[test]
fn prices_of_scales() {
    let page = page("lesson-04-granularity");
    let table = page.table_under("What scales cost");
    for (row, group) in [32.0, 64.0, 128.0, 256.0, 4096.0].into_iter().enumerate() {
        table.column("4 bits")[row].is(bits(4.0, group, 16.0, 0.0));
        table.column("and a 4-bit")[row].is(bits(4.0, group, 16.0, 4.0));
    }
    page.number_after("groups of 32 costs")
        .is(16.0 / 32.0 - 16.0 / 128.0);
    page.number_after("log₂ 20 = 4.3. They have")
        .is(8.0 - 20f64.log2());
    page.number_after("numbers of the old range lose log₂ 20 =")
        .is(20f64.log2());
    let told = page.numbers_after("4 + 16/32 = 4.5 bits: 32 / 4.5 =", 1);
    told[0].is(32.0 / 4.5);
    page.number_after("= 7.11 and 16 / 4.5 =").is(16.0 / 4.5);
    page.number_after("6.74 · 4.5 / 8 =").is(6.74 * 4.5 / 8.0);
    page.number_after("4 bits would be 3.37:")
        .is(6.74 * 0.5 / 8.0);
    page.number_after("8 KiB,")
        .is(100.0 * 8.0 / (16.0 * 1024.0));
    page.number_after("Less than half the step, about")
        .is((15f64 / 7.0).powi(2));
}

#[test]
fn a_group_of_four_by_hand() {
    let page = page("lesson-04-granularity");
    let x = [0.5, -1.2, 0.9, 0.2, 0.3, 8.0, -0.6, 0.1];
    let (scale, codes, back) = symmetric(&x, 7.0);
    page.number_after("1. One scale: 8.0 / 7 =").is(scale);
    for (printed, v) in page.numbers_after("= 1.143. Divided:", 8).iter().zip(x) {
        printed.is(v / scale);
    }
    for (printed, code) in page.numbers_after("0.09. Codes:", 8).iter().zip(codes) {
        printed.is(code);
    }
    page.number_after("8, −1.143, 0. The MSE is")
        .is(mse(&x, &back));
    let (first, _, near) = symmetric(&x[..4], 7.0);
    let (_, _, far) = symmetric(&x[4..], 7.0);
    page.number_after("the first has 1.2 / 7 =").is(first);
    let (before, after) = (mse(&x[..4], &back[..4]), mse(&x[..4], &near));
    let told = page.numbers_after("5. Its MSE falls from", 3);
    told[0].is(before);
    told[1].is(after);
    told[2].is(before / after);
    page.number_after("The second group keeps")
        .is(mse(&x[4..], &far));
    let both = [near, far].concat();
    page.number_after("all eight together have")
        .is(mse(&x, &both));
    // k-means, from the even levels on.
    let y = [-0.9, -0.2, -0.1, 0.0, 0.1, 0.1, 0.2, 1.0];
    let loss = |levels: &[f64]| {
        let near = |v: f64| {
            levels
                .iter()
                .map(|l| (l - v).powi(2))
                .fold(f64::MAX, f64::min)
        };
        y.iter().map(|v| near(*v)).sum::<f64>()
    };
    let even = [-0.9, -0.8 / 3.0, 1.1 / 3.0, 1.0];
    page.number_after("to where the numbers are:")
        .is(loss(&even) / loss(&[-0.9, -0.1, 0.4 / 3.0, 1.0]));
}

#[test]
fn the_size_of_a_lenet() {
    let page = page("project");
    let table = page.table_under("The size, before you have it");
    let layers = [
        (6.0 * 25.0, 6.0),
        (16.0 * 6.0 * 25.0, 16.0),
        (400.0 * 120.0, 120.0),
        (120.0 * 84.0, 84.0),
        (84.0 * 10.0, 10.0),
    ];
    let sum = |of: fn(&(f64, f64)) -> f64| layers.iter().map(of).sum::<f64>();
    let (weights, biases) = (sum(|l| l.0), sum(|l| l.1));
    for (row, (w, b)) in layers.into_iter().chain([(weights, biases)]).enumerate() {
        table.column("Weights")[row].is(w);
        table.column("Biases")[row].is(b);
        table.column("Scales, one a channel")[row].is(b);
    }
    let whole = 4.0 * (weights + biases);
    page.number_after("In FP32: 4 · 61,706 =").is(whole);
    let tensor = weights + 4.0 * biases + 4.0 * 5.0;
    let told = page.numbers_after("61,470 + 4 · 236 + 4 · 5 =", 2);
    told[0].is(tensor);
    told[1].is(whole / tensor);
    let channel = weights + 4.0 * biases + 4.0 * biases;
    let told = page.numbers_after("61,470 + 4 · 236 + 4 · 236 =", 2);
    told[0].is(channel);
    told[1].is(whole / channel);
    let error = (0.989f64 * 0.011 / 10_000.0).sqrt();
    page.number_after("√(0.989 · 0.011 / 10,000) =")
        .is(100.0 * error);
    page.number_after("if they were independent,")
        .is(100.0 * error * 2f64.sqrt());
}
