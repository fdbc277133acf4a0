//! Numbers of the module on pruning, distillation and low-rank adaptation, computed again.
//!
//! In: its pages and facts. Out: one test for each worked example, table and exercise. What others measured (AlexNet, 2:4 on
//! an A100) stands here as constants where a page computes with it.

use crate::page::{Page, fact, read_page};

fn page(name: &str) -> Page {
    read_page(&format!("miniaturization/compression/{name}.md"))
}

/// Softmax of scores at a temperature.
fn softmax(scores: [f64; 3], temperature: f64) -> [f64; 3] {
    let powers = scores.map(|score| (score / temperature).exp());
    let sum: f64 = powers.iter().sum();
    powers.map(|power| power / sum)
}

fn kl(p: &[f64], q: &[f64]) -> f64 {
    p.iter().zip(q).map(|(p, q)| p * (p / q).ln()).sum()
}

const TEACHER: [f64; 3] = [5.0, 3.0, 1.0];
const STUDENT: [f64; 3] = [4.0, 1.0, 2.0];
/// The row of the worked example.
const ROW: [f64; 8] = [0.9, -0.5, 0.05, -0.7, 0.2, -0.3, 0.8, 0.02];

#[test]
fn bytes_of_sparse_forms() {
    let page = page("lesson-01-pruning");
    page.number_after("At 70 % it is 0.3 · 4 =").is(0.3 * 4.0);
    page.number_after("1.2 bytes a weight in place of 2,")
        .is(2.0 / 1.2);
    page.number_after("points: 50").is(16.0 / 9.0);
    page.number_after("27/80 of the weights are left: above")
        .is(100.0 * (1.0 - 27.0 / 80.0));
    page.number_after("neurons with a quarter of them gone has")
        .is(0.75 * fact("model.qwen2.5-3b.ffn"));
    page.number_after("cut to 8,256 =").is(8256.0 / 128.0);
    page.number_after("So at best a decode step is 16/9 =")
        .is(16.0 / 9.0);
    page.number_after("to 226.0 [tokens](id:term.token) a second:")
        .is(226.02 / 180.80);
}

#[test]
fn a_row_of_eight_pruned_in_two_ways() {
    let page = page("lesson-01-pruning");
    let squares = ROW.map(|weight| weight * weight);
    let all: f64 = squares.iter().sum();
    page.number_after("The sum of all squares is").is(all);
    let mut sorted = squares;
    sorted.sort_by(f64::total_cmp);
    let anywhere: f64 = sorted[..4].iter().sum();
    let shares = page.numbers_after("+ 0.3² + 0.02² =", 2);
    shares[0].is(anywhere);
    shares[1].is(100.0 * anywhere / all);
    let dropped = |four: &[f64]| {
        let mut four = four.to_vec();
        four.sort_by(f64::total_cmp);
        four[0] + four[1]
    };
    let two_of_four = dropped(&squares[..4]) + dropped(&squares[4..]);
    let shares = page.numbers_after("0.05² + 0.2² + 0.02² =", 2);
    shares[0].is(two_of_four);
    shares[1].is(100.0 * two_of_four / all);
}

#[test]
fn rounds_of_a_fifth() {
    let page = page("lesson-01-pruning");
    page.number_after("0.8⁶ =").is(100.0 * 0.8_f64.powi(6));
    page.number_after("ln 0.1 / ln 0.8 =")
        .is(0.1_f64.ln() / 0.8_f64.ln());
    page.number_after("0.9³² =").is(100.0 * 0.9_f64.powi(32));
    page.number_after("from 61 to").is(6.7);
    assert!((61.0_f64 / 6.7).round() == 9.0);
}

#[test]
fn a_dense_peak_taken_for_a_sparse_one() {
    let page = page("lesson-01-pruning");
    let dense = fact("dev.h100.bf16");
    page.number_after("The least time is 137 / 989 =")
        .is(137.0 / dense * 1000.0);
    page.number_after("139 ms, and they reach")
        .is(100.0 * 137.0 / dense * 1000.0 / 160.0);
    page.number_after("therefore takes")
        .is(137.0 / 1979.0 * 1000.0);
    page.number_after("we measure 160 ms and are at")
        .is(100.0 * 137.0 / 1979.0 * 1000.0 / 160.0);
    page.number_after("10 · 9/16 =").is(10.0 * 9.0 / 16.0);
}

#[test]
fn shares_at_each_temperature() {
    let page = page("lesson-02-distillation");
    let table = page.table_under("Temperature");
    for (class, head) in ["score 5", "score 3", "score 1"].into_iter().enumerate() {
        for (row, temperature) in [1.0, 2.0, 4.0, 8.0].into_iter().enumerate() {
            table.column(head)[row].is(softmax(TEACHER, temperature)[class]);
        }
    }
    page.number_after("$e^2$ =").is(2.0_f64.exp());
    page.number_after("$e^{0.5}$ =").is(0.5_f64.exp());
    let asked = page.numbers_after("share of the first class before you look. (", 5);
    for (printed, temperature) in asked.iter().zip([0.5, 1.0, 2.0, 4.0, 100.0]) {
        printed.is(softmax(TEACHER, temperature)[0]);
    }
    page.number_after("(At T = 8 it is")
        .is(softmax([5.0, 5.0, 1.0], 8.0)[2]);
    page.number_after("at 10 it is")
        .is(softmax([5.0, 5.0, 1.0], 10.0)[2]);
    page.number_after("so T = 4 / ln 3 =")
        .is(4.0 / 3.0_f64.ln());
}

#[test]
fn slopes_with_and_without_the_square() {
    let page = page("lesson-02-distillation");
    let table = page.table_under("The loss and T squared");
    for (row, t) in [1.0, 2.0, 4.0, 8.0].into_iter().enumerate() {
        let (p, q) = (softmax(TEACHER, t), softmax(STUDENT, t));
        table.column("q − p")[row].is(q[2] - p[2]);
        table.column("slope, without")[row].is((q[2] - p[2]) / t);
        table.column("slope, with T")[row].is((q[2] - p[2]) * t);
    }
    // At a high temperature softmax is linear in the scores, once their mean is taken off.
    let off_mean = |scores: [f64; 3]| scores[2] - scores.iter().sum::<f64>() / 3.0;
    page.number_after("it settles: towards")
        .is((off_mean(STUDENT) - off_mean(TEACHER)) / 3.0);
}

#[test]
fn divergences_of_the_examples() {
    let page = page("lesson-02-distillation");
    let uniform = kl(&softmax(TEACHER, 4.0), &[1.0 / 3.0; 3]);
    page.number_after("0.0251 − 0.1084 =").is(uniform);
    page.number_after("Times T² = 16:").is(16.0 * uniform);
    page.number_after("0.5 ln(0.5/0.1) = −0.294 + 0.805 =")
        .is(kl(&[0.5, 0.5], &[0.9, 0.1]));
    page.number_after("= 1,699 million:")
        .is((36.0 * 77.1 + 311.0) / (18.0 * 77.1 + 311.0));
    let loss = |t: f64| {
        let label = -softmax(STUDENT, 1.0)[0].ln();
        0.5 * label + 0.5 * t * t * kl(&softmax(TEACHER, t), &softmax(STUDENT, t))
    };
    let project = self::page("project");
    let printed = project.numbers_after("the first class as label. (", 2);
    printed[0].is(loss(1.0));
    printed[1].is(loss(4.0));
}

#[test]
fn the_table_of_tokens_stays() {
    let page = page("lesson-02-distillation");
    let table = fact("model.bert-base.vocab") * fact("model.bert-base.hidden") / 1e6;
    page.number_after("The table of tokens stays:").is(table);
    page.number_after("of the teacher's")
        .is(1000.0 * fact("model.bert-base.params"));
    page.number_after("and of the student's")
        .is(1000.0 * fact("model.distilbert.params"));
}

/// Weights of a matrix and of its adapter.
fn adapter(inputs: f64, outputs: f64, rank: f64) -> (f64, f64) {
    (inputs * outputs, rank * (inputs + outputs))
}

#[test]
fn an_adapter_of_rank_16() {
    let page = page("lesson-03-lora");
    let (full, thin) = adapter(2048.0, 8192.0, 16.0);
    page.number_after("16,777,216 / 163,840 =").is(full / thin);
    page.number_after("102.4 times fewer, or")
        .is(100.0 * thin / full);
    page.number_before("times. A has 32,768").is(full / thin);
    page.number_after("8,192 · 16 =").is(8192.0 * 16.0);
    page.number_after("2 · 163,840 operations,")
        .is(2.0 * full / 1e6);
    page.number_after("16 multiplications and additions,")
        .is(32.0 * full / 1e6);
    page.number_after("by reading and writing W,")
        .is(4.0 * full / 1e6);
    let index = self::page("index");
    index
        .number_after("in place of 16,777,216:")
        .is(full / thin);
}

#[test]
fn adapters_of_a_whole_model() {
    let page = page("lesson-03-lora");
    let [hidden, ffn] = ["hidden", "ffn"].map(|key| fact(&format!("model.llama-2-7b.{key}")));
    let layer = 4.0 * 16.0 * 2.0 * hidden + 3.0 * 16.0 * (hidden + ffn);
    page.number_before("a layer and 40.0 million").is(layer);
    page.number_after("a layer and").is(32.0 * layer / 1e6);
    page.number_after("in all 32:").is(32.0 * layer * 2.0 / 1e6);
    let billions = fact("model.llama-2-7b.params");
    page.number_after("that is 6.738 · 16 =")
        .is(16.0 * billions);
    let base = 2.0 * billions;
    page.number_after("are 50 · 13.5 =").is(50.0 * base);
    page.number_after("13.5 + 50 · 0.08 =")
        .is(base + 50.0 * 0.08);
}

#[test]
fn ten_thousand_times_fewer_trainable() {
    let page = page("lesson-03-lora");
    let trained = 96.0 * 2.0 * adapter(12_288.0, 12_288.0, 4.0).1;
    page.number_after("96 · 2 · 4 · 24,576 =").is(trained / 1e6);
    page.number_after("18.9 million,").is(175e9 / trained);
    page.number_after("= 16,777,216 at r =").is(4096.0 / 2.0);
    page.number_after("A fiftieth is").is(2048.0 / 50.0);
    page.number_after("6,000 / 80 =").is(75.0);
    page.number_after("([PCIe](id:term.pcie)) are")
        .is(80.0 / 31.5);
    page.number_after("2,048 for B:")
        .is(100.0 * 3072.0 / 65_536.0);
}

#[test]
fn forecasts_of_the_capstone() {
    let page = page("project");
    let layer = 4.0 * 768.0 * 768.0 + 2.0 * 768.0 * 3072.0;
    let matrices = 12.0 * layer / 1e6;
    page.number_after("Of the").is(matrices);
    let sizes = page.numbers_after("for each that is kept are", 4);
    for (printed, kept) in sizes.iter().zip([0.7, 0.5, 0.3]) {
        printed.is(4.0 * kept * matrices);
    }
    sizes[3].is(2.0 * matrices);
    page.number_after("million weights are")
        .is(2000.0 * fact("model.bert-base.params"));
    page.number_after("√(0.9 · 0.1 / 872) =")
        .is(100.0 * (0.09_f64 / 872.0).sqrt());
    page.number_after("one sentence is").is(100.0 / 872.0);
}
