//! Numbers of the tutorial on CUDA for inference, computed again.
//!
//! In: its page and the facts of an A100. Out: a test a section. What its programs really move is held by the expectations at
//! the end of each (`tests/examples.rs`); here the same counts follow from shapes.

use crate::page::{Page, fact, read_page};

const SECTOR: f64 = 32.0;
/// Bytes of a float.
const FLOAT: f64 = 4.0;

fn page() -> Page {
    read_page("gpu-acceleration/gpu-acceleration/tutorial-01-cuda-for-llm-inference.md")
}

/// Nanoseconds for bytes from the memory of an A100.
fn from_memory(bytes: f64) -> f64 {
    bytes / fact("dev.a100.bandwidth")
}

/// Nanoseconds for passes over the banks, 128 bytes each.
fn passes(count: f64) -> f64 {
    count * 128.0 / fact("dev.a100.shared_bandwidth") / 1000.0
}

#[test]
fn one_tile() {
    let page = page();
    let products = 16_f64.powi(3);
    let table = page.table_under("One tile, two kinds of core (10 min)");
    table.number_at("FLOP", "by_lanes").is(2.0 * products);
    table
        .number_at("Instructions", "by_lanes")
        .is(products / 32.0);
    let one = 16.0 * 8.0 * 16.0;
    table
        .number_at("Instructions", "by_tensor")
        .is(products / one);
    page.number_after("square tile is two of them. Each stands for")
        .is(one / 32.0);
    let sectors = table.number_at("Sectors", "by_tensor").value;
    let intensity = 2.0 * products / (sectors * SECTOR);
    page.number_after("the arrow in the drawing ends at")
        .is(intensity);
    page.number_before("TFLOPS. A faster multiplier")
        .is(intensity * fact("dev.a100.bandwidth") / 1000.0);
    page.number_before("times as many. But the arrow")
        .is(fact("dev.a100.bf16") / fact("dev.a100.fp32"));
    page.number_before("calls, 128 instructions of the card")
        .is(16.0 * 4.0);
    page.number_after("multiply–adds over 32, which is")
        .is(64_f64.powi(3) / 32.0);
}

#[test]
fn a_product_of_128() {
    let page = page();
    let n: f64 = 128.0;
    let steps = n.powi(3) / 32.0;
    page.number_before("multiply–adds. A warp does")
        .is(n.powi(3));
    page.number_before("steps, and each asks").is(steps);
    page.number_after(r"65{,}536 \cdot 5 = 327{,}").is(680.0);
    let result = n * n * FLOAT / SECTOR;
    page.number_before("more for the result").is(result);
    let naive = steps * 5.0 + result;
    page.number_before("MiB for matrices of 64")
        .is(naive * SECTOR / 1_048_576.0);
    let flop = 2.0 * n.powi(3);
    let naive_numbers = page.numbers_after("On the drawing:", 3);
    naive_numbers[0].is(flop / 1e6);
    naive_numbers[1].is(naive * SECTOR / 1e6);
    naive_numbers[2].is(flop / (naive * SECTOR));
    let tiled = 16.0 * 4.0 * 2.0 * 1024.0 * FLOAT / SECTOR + result;
    page.number_after("With the result").is(tiled);
    page.number_before("times fewer than before")
        .is(naive / tiled);
    page.number_after("Both reports say *no faster than")
        .is(flop / fact("dev.a100.fp32") / 1000.0);
    let shared = passes(2.0 * steps + 16.0 * 4.0 * 2.0 * 32.0);
    page.number_after("*shared memory, as written:").is(shared);
    page.number_after("the arrow stops below the roof, at")
        .is(flop / shared / 1000.0);
    page.number_after("by cuBLAS. A factor of")
        .is(23_250.0 / 1987.0);
}

#[test]
fn attention_twice() {
    let page = page();
    let (n, d): (f64, f64) = (128.0, 64.0);
    let matrix = n * d * FLOAT / SECTOR;
    let table = page.table_under("In tiles");
    let all = |head: &str| {
        let parts = ["Sectors of q", "Sectors of k", "Sectors of scores"];
        let sum: f64 = parts
            .iter()
            .map(|row| table.number_at(row, head).value)
            .sum();
        table.number_at("All", head).is(sum);
        sum
    };
    let standard = all("scores") + all("collect");
    let flash = all("flash");
    table.number_at("Sectors of q", "flash").is(2.0 * matrix);
    table.number_at("Sectors of k", "scores").is(n * matrix);
    table
        .number_at("Sectors of k", "flash")
        .is(n / 32.0 * 2.0 * matrix);
    table.number_at("Sectors of scores", "scores").is(n * n);
    let read = 2.0 * n * n * FLOAT / SECTOR + n * n;
    table.number_at("Sectors of scores", "collect").is(read);
    page.number_after("results both kernels move").is(standard);
    page.number_before("MiB. In useful work")
        .is(standard * SECTOR / 1_048_576.0);
    page.number_before("FLOP a byte. It is the naive")
        .is(4.0 * n * n * d / (standard * SECTOR));
    page.number_before("KiB, 29 times less")
        .is(flash * SECTOR / 1024.0);
    page.number_after("320 KiB, ").is(standard / flash);
    page.number_before("sectors saved,").is(standard - flash);
    let scores = n * n + read;
    page.number_after("sectors saved,").is(scores);
    let shared = page.numbers_after("are scores. The other", 2);
    shared[0].is(standard - flash - scores);
    shared[1].is(100.0 * (standard - flash - scores) / (standard - flash));
    page.number_after("One write and three reads of 64 KiB of scores are")
        .is(4.0 * n * n * FLOAT / 1024.0);
    page.number_after("Keys and values of a head are")
        .is(2.0 * 2048.0 * 128.0 * 2.0 / 1_048_576.0);
    page.number_after("The scores of all heads are")
        .is(32.0 * 2048.0 * 2048.0 * 2.0 / 1_048_576.0);
    let twice = 2.0 * 2.0 * matrix + 8.0 * 2.0 * 2.0 * matrix;
    page.number_before("sectors in place of 10,240").is(twice);
    page.number_after("sectors in place of 10,240,")
        .is(twice / flash);
    page.number_after("so 10/16 of 4,096 sectors:")
        .is(10.0 / 16.0 * 4096.0);
}

#[test]
fn online_softmax_by_hand() {
    let page = page();
    let first = (-2_f64).exp() + 1.0;
    page.number_after("m = 3 and l = e⁻² + 1 =").is(first);
    page.number_after("shrinks by e⁻¹ =").is((-1_f64).exp());
    page.number_after("and l = 0.4177 + 1 =")
        .is(first * (-1_f64).exp() + 1.0);
    page.number_after("e⁻³ + e⁻¹ + 1 =")
        .is((-3_f64).exp() + (-1_f64).exp() + 1.0);
}

#[test]
fn four_bits() {
    let page = page();
    let (rows, cols) = (64.0, 1024.0);
    let packed = rows * cols / 256.0 * 144.0;
    let vectors = (rows + cols) * FLOAT;
    let table = page.table_under("Unpack on the way");
    table.number_at("Weights in Q4_K", "fused").is(packed);
    table
        .number_at("Weights in FP16", "unpack")
        .is(2.0 * 2.0 * rows * cols);
    table.number_at("x and y", "fused").is(vectors);
    table.number_at("Together", "fused").is(packed + vectors);
    let both = packed + 4.0 * rows * cols + vectors;
    table.number_at("Together", "unpack").is(both);
    table
        .number_at("No faster", "fused")
        .is(from_memory(packed + vectors));
    table.number_at("No faster", "unpack").is(from_memory(both));
    page.number_after("0.5625 + 2 + 2 =").is(4.5625);
    page.number_after("0.5625 bytes a weight,")
        .is(4.5625 / 0.5625);
    let real = page.numbers_after("from cold memory the two [floors](id:term.floor) are", 4);
    for (pair, bytes) in real.chunks(2).zip([0.5625, 4.5625]) {
        pair[0].is(bytes * 4096.0 * 4096.0 / 1e6);
        pair[1].is(from_memory(bytes * 4096.0 * 4096.0) / 1000.0);
    }
    page.number_after("With one `uint4` load for the head there are")
        .is(2.0 * 256.0);
    page.number_before("requests a block: one for")
        .is(3840.0 / 256.0);
    page.number_before("KiB (run with that change)")
        .is(1408.0 * SECTOR / 1024.0);
}

#[test]
fn a_pool() {
    let page = page();
    let read = from_memory(1_073_741_824.0) / 1e6;
    page.number_after("which reads 1 GiB in").is(read);
    let flop = 2.0 * 1_073_741_824.0 / 0.5625;
    let worth = page.numbers_after("Four-bit weights in it are worth", 2);
    worth[0].is(flop / 1e9);
    worth[1].is(flop / read / 1e9);
    page.number_after("of 31.2 ms before them")
        .is(flop / (read + 31.2) / 1e9);
    page.number_after("1 + 2 + … + 100 =")
        .is(100.0 * 101.0 / 2.0);
    page.number_after("eight requests,")
        .is(f64::from((1 << 8) - 1));
}

#[test]
fn ranks() {
    let page = page();
    let bytes = 3.0 * fact("model.llama-2-7b.hidden") * fact("model.llama-2-7b.ffn") * 2.0;
    let one = from_memory(bytes) / 1000.0;
    page.number_before("MB. One card:").is(bytes / 1e6);
    page.number_after("MB. One card:").is(one);
    for (phrase, cards) in [("µs. Four:", 4.0), ("69 % of four. Eight:", 8.0)] {
        let printed = page.numbers_after(phrase, 5);
        let together = one / cards + 15.0;
        printed[0].is(one / cards);
        printed[2].is(together);
        printed[3].is(one / together);
        printed[4].is(100.0 * one / together / cards);
    }
    page.number_before("sectors, 16 KiB, a quarter")
        .is(256.0 * 64.0 * FLOAT / 4.0 / SECTOR);
}

#[test]
fn what_is_wrong() {
    let page = page();
    let peak = fact("dev.a100.fp32");
    let share = page.numbers_after("are FP32 without tensor cores,", 2);
    share[0].is(100.0 * 10.0 / peak);
    share[1].is(100.0 * 15.0 / peak);
    page.number_after(": 15 are")
        .is(100.0 * 15.0 / fact("dev.a100.bf16"));
    let processor = 64.0 * 2.45 * 32.0 / 1000.0;
    page.number_after("64 · 2.45 · 32 =").is(processor);
    page.number_before("GB/s. Prefill").is(8.0 * 25.6);
    page.number_after("312 / 5.0 =")
        .is(fact("dev.a100.bf16") / processor);
    page.number_after("2,039 / 204.8 =")
        .is(fact("dev.a100.bandwidth") / 204.8);
}

#[test]
fn questions_at_the_end() {
    let page = page();
    let wider = page.numbers_after("2 · 2 · 1,024 =", 4);
    wider[0].is(4096.0);
    wider[1].is(6144.0);
    wider[2].is(6144.0 * SECTOR);
    wider[3].is(4.0 * 128.0 * 128.0 * 64.0 / (6144.0 * SECTOR));
    let shared = FLOAT * (32.0 * 64.0 + 32.0 * 65.0 + 32.0 * 64.0);
    page.number_after("32 · 64 · 4 + 32 · 65 · 4 + 32 · 64 · 4 =")
        .is(shared);
    page.number_after("with the 1,024 of the system")
        .is(shared + 1024.0);
    page.number_after("164 · 1,024 / 25,728 =")
        .is(164.0 * 1024.0 / (shared + 1024.0));
}
