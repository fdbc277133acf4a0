//! Numbers of the module on advanced quantisation, computed again.
//!
//! In: its pages, facts, and what `kernels/examples` promise to print. Out: one test for each worked example and typed table.
//! GPTQ, AWQ and NF4 are done again on the pages' own numbers; what was measured elsewhere is not held here.

use crate::page::{Page, fact, read_page};
use crate::quantization::{bits, mse, numbers_of, promised, symmetric};

fn page(name: &str) -> Page {
    read_page(&format!("miniaturization/advanced-quantization/{name}.md"))
}

/// Squared error of Laplace values of mean size 1 from clipping at a threshold, and from rounding to so many bits.
fn laplace(threshold: f64, bits: i32) -> (f64, f64) {
    let step = 2.0 * threshold / 2f64.powi(bits);
    (2.0 * (-threshold).exp(), step * step / 12.0)
}

/// The threshold with the least error, and that error.
fn best(bits: i32) -> (f64, f64) {
    let all = (1000..20_000).map(|k| f64::from(k) / 1000.0);
    let of = |t: f64| laplace(t, bits).0 + laplace(t, bits).1;
    let least = all.min_by(|a, b| of(*a).total_cmp(&of(*b)));
    let threshold = least.expect("a threshold");
    (threshold, of(threshold))
}

#[test]
fn thresholds_for_laplace_values() {
    let page = page("lesson-01-ptq");
    let table = page.table_under("Clipping");
    for (row, t) in [3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 14.0]
        .into_iter()
        .enumerate()
    {
        let (clip, four) = laplace(t, 4);
        table.column("Threshold")[row].is(t);
        table.column("Clipping")[row].is(clip);
        table.column("Rounding, 4 bits")[row].is(four);
        table.column("Together, 4 bits")[row].is(clip + four);
        table.column("Together, 8 bits")[row].is(clip + laplace(t, 8).1);
    }
    let told = page.numbers_after("At 4 bits the best threshold is", 3);
    told[0].is(best(4).0);
    told[2].is(best(8).0);
    let largest = 1e6f64.ln();
    page.number_after("reach about ln 10⁶ =").is(largest);
    let costs = |bits| (laplace(largest, bits).0 + laplace(largest, bits).1) / best(bits).1;
    page.number_after("Keeping that largest one costs")
        .is(costs(4));
    page.number_after("the best error at 4 bits and")
        .is(costs(8));
    let told = page.numbers_after("until \"together\" is least. (Near", 2);
    told[0].is(best(6).0);
    told[1].is(1000.0 * best(6).1);
    page.number_after("9.90 · 0.5 =").is(4.95);
    page.number_after("s = 2 · 4.95 / 256 =")
        .is(2.0 * 4.95 / 256.0);
}

#[test]
fn ten_sizes_clipped_and_not() {
    let page = page("lesson-01-ptq");
    let x = [0.2, 0.3, 0.5, 0.6, 0.8, 0.9, 1.1, 1.2, 1.4, 5.6];
    let (scale, codes, whole) = symmetric(&x, 7.0);
    page.number_after("Min–max: s = 5.6 / 7 =").is(scale);
    for (printed, code) in page.numbers_after("0.8. Codes", 10).iter().zip(&codes) {
        printed.is(*code);
    }
    page.number_after("Squared errors add up to")
        .is(10.0 * mse(&x, &whole));
    page.number_after("0.56, so the MSE is").is(mse(&x, &whole));
    let (_, _, mut clipped) = symmetric(&x[..9], 7.0);
    page.number_after("their squared errors add up to")
        .is(9.0 * mse(&x[..9], &clipped));
    clipped.push(1.4);
    let cut = (5.6f64 - 1.4).powi(2);
    page.number_after("becomes 1.4: 4.2² =").is(cut);
    page.number_after("MSE 17.68 / 10 =").is(mse(&x, &clipped));
    page.number_after("1.768:")
        .is(mse(&x, &clipped) / mse(&x, &whole));
    let (coarse, fine) = (mse(&x[..9], &whole[..9]), mse(&x[..9], &clipped[..9]));
    let told = page.numbers_after("Min–max: 0.999 ·", 2);
    told[0].is(coarse);
    told[1].is(0.999 * coarse);
    let told = page.numbers_after("Percentile: 0.999 ·", 4);
    told[0].is(fine);
    told[3].is(0.999 * fine + cut / 1000.0);
    let share = (coarse - fine) / (cut + coarse - fine);
    let told = page.numbers_after("0.0622 (1 − f): f =", 1);
    told[0].is(share);
    page.number_after("f = 0.0033, one in").is(1.0 / share);
    page.number_after("steps 20/8 = 2.5 times as long, so")
        .is(2.5 * 2.5);
    page.number_after("One channel in 4,096 is")
        .is(100.0 / 4096.0);
}

#[test]
fn a_weight_trained_through_its_rounding() {
    let page = page("lesson-02-qat");
    let mut w: f64 = 0.3;
    let lines = promised("straight-through");
    for (step, line) in lines[4..].iter().enumerate() {
        let used = 0.25 * (w / 0.25).round_ties_even();
        let gradient = 2.0 * (used - 0.6);
        let told = numbers_of(line);
        for (told, of) in told.iter().zip([step as f64, w, used, gradient]) {
            assert!((told - of).abs() < 0.0051, "{line}: {of}");
        }
        w -= 0.1 * gradient;
        match step {
            0 => page.number_after("New w = 0.30 + 0.07 =").is(w),
            1 => page.number_after("Gradient −0.70. New w =").is(w),
            2 => page.number_after("= −0.20. New w =").is(w),
            _ => {}
        }
    }
    let told = page.numbers_after("(0.61 and", 1);
    told[0].is(0.63);
    page.number_after("The loss fell from").is(0.35 * 0.35);
    page.number_after("fell from 0.1225 to").is(0.1 * 0.1);
    let seven = fact("model.llama-2-7b.params");
    page.number_before("GB before the first activation")
        .is(16.0 * seven);
    page.number_after("Only a gradient above").is(0.025 / 0.01);
}

type Matrix = Vec<Vec<f64>>;

/// What is lost: eᵀHe.
fn lost(e: &[f64], h: &Matrix) -> f64 {
    let row = |i: usize| (0..e.len()).map(|j| e[i] * h[i][j] * e[j]).sum::<f64>();
    (0..e.len()).map(row).sum()
}

/// What each weight, as the ones before it have moved it, loses when it is rounded: two or three, by Cramer's rule.
fn gptq(mut w: Vec<f64>, h: &Matrix) -> Vec<f64> {
    let mut errors = Vec::new();
    for i in 0..w.len() {
        let error = w[i] - w[i].round_ties_even();
        match w.len() - i {
            3 => {
                let det = 1.0 - h[1][2] * h[1][2];
                w[1] += error * (h[1][0] - h[1][2] * h[2][0]) / det;
                w[2] += error * (h[2][0] - h[1][2] * h[1][0]) / det;
            }
            2 => w[i + 1] += error * h[i + 1][i],
            _ => {}
        }
        errors.push(error);
    }
    errors
}

#[test]
fn two_weights_and_three() {
    let page = page("lesson-03-gptq");
    let h = vec![vec![1.0, 0.8], vec![0.8, 1.0]];
    let w = vec![0.4, 0.4];
    let nearest = lost(&w, &h);
    assert!((nearest - 0.576).abs() < 1e-12);
    page.number_after("0.16 + 2 · 0.8 · 0.16 + 0.16 =")
        .is(nearest);
    let moved = 0.4 + 0.8 * 0.4;
    page.number_after("0.8 · 0.4 = 0.32. New w₂ =").is(moved);
    let e = [0.4, 0.4 - moved.round()];
    page.number_after("0.16 − 2 · 0.8 · 0.24 + 0.36 =")
        .is(lost(&e, &h));
    page.number_after("5. 0.576 / 0.136 =")
        .is(nearest / lost(&e, &h));
    let told = page.numbers_after("is half of each:", 2);
    told[0].is(nearest / 2.0);
    told[1].is(lost(&e, &h) / 2.0);

    let table = page.table_under("Worked example");
    for (row, h) in [-0.8, 0.0, 0.4, 0.6, 0.8].into_iter().enumerate() {
        let square = vec![vec![1.0, h], vec![h, 1.0]];
        let moved: f64 = 0.4 + 0.4 * h;
        table.column("H beside")[row].is(h);
        table.column("Nearest")[row].is(lost(&w, &square));
        table.column("The second")[row].is(moved);
        let e = [0.4, 0.4 - moved.round()];
        table.column("GPTQ")[row].is(lost(&e, &square));
    }

    let h = vec![
        vec![1.0, 0.6, 0.2],
        vec![0.6, 1.0, 0.7],
        vec![0.2, 0.7, 1.0],
    ];
    let told = page.numbers_after("nearest rounding gives (1, 1, 0) and loses", 5);
    told[0].is(lost(&[-0.2, -0.4, 0.2], &h));
    told[4].is(lost(&[-0.2, 0.6, -0.8], &h));
    let errors = gptq(vec![0.8, 0.6, 0.2], &h);
    assert!((errors[0] + 0.2).abs() < 1e-12);
    assert!((errors[1] - 0.4196).abs() < 1e-4, "0.6 becomes 0.42, and 0");
    assert!((errors[2] + 0.42).abs() < 1e-2, "0.2 becomes 0.58, and 1");
    let lines = promised("gptq");
    let all = numbers_of(&lines[2].replace("1,000", "1000").replace(';', ""));
    page.number_after("the sum is what it should be:")
        .is(all[1]);
    page.number_after("252.5 for rounding,").is(all[2]);
    page.number_after("and GPTQ is worse in").is(all[3]);
    let told = page.numbers_after("4,096 inputs has", 2);
    told[0].is(4096.0 * 4096.0 / 1e6);
    told[1].is(4.0 * 4096.0 * 4096.0 / 1e6);
    let ffn = fact("model.llama-2-7b.ffn");
    page.number_before("MB. That, more than time")
        .is(4.0 * ffn * ffn / 1e6);
    page.number_before("times fewer, for the matrices")
        .is(16.0 / bits(4.0, 128.0, 16.0, 0.0));
}

#[test]
fn channels_at_five_settings() {
    let page = page("lesson-04-awq-smoothquant");
    let table = page.table_under("SmoothQuant's α");
    for (row, alpha) in [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().enumerate() {
        let s = |x: f64, w: f64| x.powf(alpha) / w.powf(1.0 - alpha);
        let (a, b) = (s(64.0, 0.25), s(1.0, 0.5));
        let pair = |head: &str, of: (f64, f64)| {
            let words = &table.words(head)[row];
            let told: Vec<f64> = words
                .split(", ")
                .map(|w| w.parse().expect("a number"))
                .collect();
            for (told, of) in told.iter().zip([of.0, of.1]) {
                assert!((told - of).abs() < 6e-4, "{head}, α {alpha}: {told}, {of}");
            }
        };
        pair("s", (a, b));
        pair("max|X| / s", (64.0 / a, 1.0 / b));
        pair("max|W| · s", (0.25 * a, 0.5 * b));
        let ratio = |p: f64, q: f64| p.max(q) / p.min(q);
        table.column("Largest of X")[row].is(ratio(64.0 / a, 1.0 / b));
        table.column("Largest of W")[row].is(ratio(0.25 * a, 0.5 * b));
    }
    let lines = promised("same-product");
    let first = numbers_of(&lines[0].replace(';', ""));
    let table = page.table_under("A product that does not change");
    table.column("As it was")[0].is(first[1]);
    table.column("Scaled")[0].is(first[2]);
    table.column("As it was")[1].is(first[4]);
    table.column("Scaled")[1].is(first[5]);
    let last = numbers_of(&lines[4]);
    table.column("As it was")[2].is(last[0]);
    table.column("Scaled")[2].is(last[1]);
}

#[test]
fn awq_on_two_weights() {
    let page = page("lesson-04-awq-smoothquant");
    let w = [0.3, 1.0];
    let error = |beta: f64| {
        let s = [6f64.powf(beta), 1.0];
        let scaled: Vec<f64> = w.iter().zip(s).map(|(w, s)| w * s).collect();
        let (step, _, back) = symmetric(&scaled, 7.0);
        let off = [back[0] / s[0] - w[0], back[1] / s[1] - w[1]];
        let of = |x: [f64; 2]| (x[0] * off[0] + x[1] * off[1]).powi(2);
        (step, off, of([10.0, 1.0]) + of([2.0, 1.0]))
    };
    let (step, off, loss) = error(0.0);
    page.number_after("Step 1/7 =").is(step);
    page.number_after("it comes back as 0.2857, off by")
        .is(off[0]);
    page.number_after("· 2 = −0.029. Squared and added:")
        .is(loss);
    let (step, off, small) = error(0.75);
    page.number_after("s = (6^0.75, 1) = (").is(6f64.powf(0.75));
    page.number_after("step 1.150 / 7 =").is(step);
    page.number_after("it comes back as 0.9858, off by")
        .is(off[1]);
    let told = page.numbers_after("is 1 in both samples. Squared and added:", 2);
    told[0].is(small);
    told[1].is(loss / small);
    page.number_after("β = ¼ gives").is(error(0.25).2);
}

#[test]
fn which_batch_profits() {
    let page = page("lesson-04-awq-smoothquant");
    let weights = fact("model.llama-2-7b.params") * 1e9;
    let (bw, peak) = (
        fact("dev.a100.bandwidth") * 1e9,
        fact("dev.a100.bf16") * 1e12,
    );
    let bytes = |of: f64| weights * of / 8.0;
    let group = bits(4.0, 128.0, 16.0, 4.0);
    let told = page.numbers_after("- **Batch 1.**", 3);
    told[0].is(1000.0 * bytes(16.0) / bw);
    told[2].is(1000.0 * bytes(group) / bw);
    let told = page.numbers_after("would allow", 2);
    told[0].is(bw / bytes(group));
    told[1].is(bw / bytes(16.0));
    let from = |of: f64| bytes(of) / bw * peak / (2.0 * weights);
    page.number_after("**From").is(from(group));
    page.number_after("16 bits gets there at").is(from(16.0));
    let eight = bytes(8.0) / bw;
    page.number_after("It overtakes W4A16 at batch")
        .is(eight * peak / (2.0 * weights));
    page.number_after("6.738 GB / 2,039 GB/s =")
        .is(1000.0 * eight);
    let told = page.numbers_after("Batch 256: W8A8,", 2);
    told[0].is(2.0 * weights * 256.0 / fact("dev.a100.int8") / 1e9);
    told[1].is(2000.0 * weights * 256.0 / peak);
    page.number_after("Batch 1: W4A16, 1.72 against 3.30 ms,")
        .is(eight * bw / bytes(group));
    page.number_after("Scales are 0.156 of 4.156 bits,")
        .is(100.0 * (group - 4.0) / group);
}

/// The share of a bell below x, by Simpson's rule.
fn below(x: f64) -> f64 {
    let bell = |t: f64| (-0.5 * t * t).exp() / f64::sqrt(std::f64::consts::TAU);
    let step = x / 400.0;
    let inner = |k: i32| f64::from(2 + 2 * (k % 2)) * bell(step * f64::from(k));
    0.5 + step / 3.0 * (bell(0.0) + (1..400).map(inner).sum::<f64>() + bell(x))
}

fn quantile(share: f64) -> f64 {
    let (mut low, mut high) = (-5.0, 5.0);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if below(middle) < share {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// NF4: each half in its own number of equal shares, from the middle to one end, and 0 between.
fn nf4() -> Vec<f64> {
    let end = 0.967_708_3;
    let share = |k: i32, n: i32| 0.5 + (end - 0.5) * f64::from(k) / f64::from(n);
    let low = (1..8).rev().map(|k| -quantile(share(k, 7)));
    let high = (0..9).map(|k| quantile(share(k, 8)));
    let all: Vec<f64> = low.chain(high).collect();
    all.iter().map(|level| level / quantile(end)).collect()
}

#[test]
fn sixteen_levels_for_a_bell() {
    let page = page("lesson-05-qlora");
    let levels = nf4();
    assert_eq!(levels.len(), 16);
    let table = page.table_under("Levels for a bell");
    for (code, level) in levels.iter().enumerate() {
        let half = ["Level", "Level, upper half"][code / 8];
        table.column(half)[code % 8].is(*level);
    }
    // The program's own levels are those.
    let path = format!("{}/kernels/examples/nf4.cu", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the program");
    let (_, from) = text.split_once("NF4[16] = {").expect("its levels");
    let (inside, _) = from.split_once('}').expect("their end");
    let told = inside
        .split(',')
        .map(|word| word.trim().trim_end_matches('f'));
    let told: Vec<f64> = told.filter_map(|word| word.parse().ok()).collect();
    assert_eq!(told.len(), 16);
    for (told, level) in told.iter().zip(&levels) {
        assert!((told - level).abs() < 2e-6, "{told}, {level}");
    }
    let measured = numbers_of(
        &promised("nf4")[0]
            .replace("0 to 15", "")
            .replace("-7 to 7", ""),
    );
    for (row, value) in measured.iter().enumerate() {
        let words = [
            "| NF4 |",
            "| even, −7 to 7 |",
            "| even, 0 to 15 with a [zero-point](id:term.zero-point) |",
        ];
        page.number_after(words[row]).is(*value);
    }
}

#[test]
fn bits_and_bytes_of_nf4() {
    let page = page("lesson-05-qlora");
    let double = 4.0 + 8.0 / 64.0 + 32.0 / (64.0 * 256.0);
    let table = page.table_under("Blocks and double quantisation");
    for (row, block) in [32.0, 64.0, 128.0].into_iter().enumerate() {
        table.column("Plain")[row].is(4.0 + 32.0 / block);
        table.column("Double")[row].is(4.0 + 8.0 / block + 32.0 / (block * 256.0));
    }
    let weights = fact("model.llama-2-7b.params") * 1e9;
    let tables = 2.0 * fact("model.llama-2-7b.vocab") * fact("model.llama-2-7b.hidden");
    let told = page.numbers_after("32 / (64 · 256) =", 2);
    told[0].is(32.0 / (64.0 * 256.0));
    told[1].is(double);
    page.number_after("6.738 · 10⁹ · 4.127 / 8 =")
        .is(weights * double / 8e9);
    let told = page.numbers_after("2 · 32,000 · 4,096 =", 1);
    told[0].is(tables / 1e9);
    page.number_after("10⁹ weights, 0.524 GB. The rest,")
        .is((weights - tables) / 1e9);
    let rest = (weights - tables) * double / 8e9;
    page.number_after("6.476 · 10⁹, takes").is(rest);
    page.number_after("takes 3.34 GB. Together")
        .is(rest + 2.0 * tables / 1e9);
    let adapters = 2.0 * 32.0 * 16.0 * (4096.0 + 4096.0);
    page.number_after("2 · 32 · 16 · 8,192 =").is(adapters);
    page.number_after("8,388,608 weights, at 16 bytes")
        .is(16.0 * adapters / 1e6);
    let told = page.numbers_after("The 0.373 bits saved are", 1);
    told[0].is((4.5 - double) * weights / 8e9);
    page.number_after("0.31 GB of a 7B, and")
        .is((4.5 - double) * fact("model.llama-2-70b.params") / 8.0);
    let told = page.numbers_after("and r = 16 they are", 3);
    told[0].is(16.0 * 8192.0);
    told[1].is(4096.0 * 4096.0);
    told[2].is(4096.0 * 4096.0 / (16.0 * 8192.0));
    page.number_after("4 + 8/32 + 32/(32 · 256) =")
        .is(4.0 + 8.0 / 32.0 + 32.0 / (32.0 * 256.0));
    page.number_after("15, 7, 2, 10; back 2, 0,")
        .is(-2.0 * 0.525_073);
}

#[test]
fn sizes_before_the_capstone() {
    let page = page("project");
    let weights = fact("model.opt-2.7b.params") * 1e9;
    let table = fact("model.opt-2.7b.vocab") * fact("model.opt-2.7b.hidden");
    let size = |of: f64| ((weights - table) * of / 8.0 + 2.0 * table) / 1e9;
    let told = page.table_under("Before you run anything");
    let double = 4.0 + 8.0 / 64.0 + 32.0 / (64.0 * 256.0);
    let all = [16.0, double, 4.5, bits(4.0, 128.0, 16.0, 4.0)];
    for (row, of) in all.into_iter().enumerate() {
        told.column("Bits")[row].is(of);
        told.column("Size")[row].is(size(of));
    }
    page.number_after("by 2,560,").is(table / 1e9);
    let adapters = 2.0 * 32.0 * 16.0 * 5120.0;
    let told = page.numbers_after("(2,560 + 2,560) =", 3);
    told[0].is(adapters);
    told[1].is(100.0 * adapters / weights);
    told[2].is(16.0 * adapters / 1e6);
}
