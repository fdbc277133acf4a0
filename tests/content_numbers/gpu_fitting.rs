//! Numbers of the lessons on GPU memory, on fitting a model and on several GPUs, computed again.
//!
//! In: their pages and facts. Out: one test for each worked example, table and exercise. Times of the scaling table stand in
//! the page as its source prints them; what follows from them is computed.

use crate::page::{Page, fact, read_page};

fn page(name: &str) -> Page {
    read_page(&format!("gpu-acceleration/gpu-acceleration/{name}.md"))
}

const GIB: f64 = 1_073_741_824.0;

#[test]
fn what_asking_costs() {
    let page = page("lesson-05-gpu-memory");
    let weights = 2.0 * fact("model.llama-2-7b.params");
    let bus = page.numbers_after("over [PCIe](id:term.pcie) 5, if", 1);
    bus[0].is(weights / fact("dev.h100.bandwidth") * 1e3);
    page.number_before("ms over [PCIe](id:term.pcie) 5")
        .is(weights / fact("dev.h100.pcie") * 1e3);
    page.number_before("times as narrow as")
        .is(fact("dev.h100.bandwidth") / fact("dev.h100.pcie"));
    page.number_after("1. Kernels:").is(weights);
    let kernels = weights / fact("dev.a100.bandwidth") * 1e3;
    page.number_before("ms.\n2. Asking the driver").is(kernels);
    page.number_after("100 × 0.5 ms =").is(100.0 * 0.5);
    let both = page.numbers_after("so they add:", 2);
    both[0].is(kernels + 50.0);
    both[1].is((kernels + 50.0) / kernels);
    page.number_after("100 × 0.5 µs =").is(100.0 * 0.5e-3);
    page.number_after("2 times,").is(15.0 * 1024.0 * 4.0);
    page.number_after("all else on the machine shares")
        .is(128.0 - 100.0);
}

/// Weights of Llama 2 70B in GB, at so many bits.
fn weights(bits: f64) -> f64 {
    fact("model.llama-2-70b.params") * bits / 8.0
}

#[test]
fn sizes_of_a_70b() {
    let page = page("lesson-06-fit-a-model");
    let table = page.table_under("Weights");
    let bits = table.column("Bits a weight");
    let (gb, gib) = (table.column("Size [GB]"), table.column("Size [GiB]"));
    for (bits, (gb, gib)) in bits.iter().zip(gb.iter().zip(&gib)) {
        gb.is(weights(bits.value));
        gib.is(weights(bits.value) * 1e9 / GIB);
    }
    page.number_after("41.4 GB,").is(41.4e9 / GIB);
    let card = page.numbers_after("Counted as 40 GiB,", 2);
    card[0].is(40.0 * GIB / 1e9);
    card[1].is(40.0 * GIB / 1e9 - 41.4);
    let missing = page.numbers_after("{#p1}", 2);
    missing[0].is(weights(16.0) - 2.0 * fact("dev.a100-40.memory"));
    missing[1].is(weights(16.0));
    page.number_after("85.1 GB, which is")
        .is(85_094_825_984.0 / GIB);
    page.number_before("GB, which is 79.25 GiB")
        .is(85_094_825_984.0 / 1e9);
}

/// Bytes that a token leaves in the cache, at so many bits a number.
fn token(model: &str, bits: f64) -> f64 {
    let of = |key: &str| fact(&format!("model.{model}.{key}"));
    2.0 * of("layers") * of("kv_heads") * of("head_dim") * bits / 8.0
}

#[test]
fn a_cache_in_fewer_bits() {
    let page = page("lesson-06-fit-a-model");
    let table = page.table_under("Cache");
    let bits = table.column("Bits a number");
    let seven = table.column("Llama 2 7B");
    let seventy = table.column("Llama 2 70B");
    let smaller = table.column("Smaller");
    for (n, bits) in bits.iter().enumerate() {
        seven[n].is(token("llama-2-7b", bits.value) * 2048.0 / 1_048_576.0);
        seventy[n].is(token("llama-2-70b", bits.value) / 1024.0);
        smaller[n].is(16.0 / bits.value);
    }
    // One scale of 16 bits for 32 numbers.
    bits[1].is(8.0 + 16.0 / 32.0);
    bits[2].is(4.0 + 16.0 / 32.0);
    let request = token("llama-2-70b", 16.0) * 4096.0 / GIB;
    let sizes = page.numbers_after("a request of 4,096 tokens has", 3);
    sizes[0].is(request);
    sizes[2].is(32.0 * request);
    page.number_before("GiB at 320 KiB each")
        .is(131_072.0 * token("llama-2-70b", 16.0) / GIB);
    page.number_after("64 heads · 4 B =")
        .is(512.0 * 4096.0 * 64.0 * 4.0 / 1_048_576.0);
    let w2 = page.numbers_after("16 / 4.5 =", 2);
    w2[0].is(16.0 / 4.5);
    w2[1].is((32.0_f64 * 16.0 / 4.5).floor());
    page.number_after("32 · 320 / 90 =").is(32.0 * 320.0 / 90.0);
}

/// Numbers of a layer of Llama 2 70B: q and o, k and v, and three of the feed-forward block.
fn layer() -> f64 {
    let of = |key: &str| fact(&format!("model.llama-2-70b.{key}"));
    let shared = of("kv_heads") * of("head_dim");
    of("hidden") * (2.0 * of("hidden") + 2.0 * shared + 3.0 * of("ffn"))
}

/// GB/s of eight channels of DDR4-3200.
fn host() -> f64 {
    8.0 * 3.2 * 8.0
}

#[test]
fn twenty_layers_inside_and_sixty_out() {
    let page = page("lesson-06-fit-a-model");
    page.number_after("A layer has").is(2.0 * layer() / 1e9);
    page.number_after("so 20 layers are")
        .is(20.0 * 2.0 * layer() / 1e9);
    page.number_after("8 · 25.6 =").is(host());
    let inside = 40.0 * layer() / 1e6 / fact("dev.a100-40.bandwidth");
    let outside = 120.0 * layer() / 1e6 / host();
    page.number_after("34.2 GB / 1,555 GB/s =").is(inside);
    page.number_after("The 60 are").is(120.0 * layer() / 1e9);
    page.number_after("= 204.8 GB/s:").is(outside);
    let both = page.numbers_after("Together 523", 1);
    both[0].is(1e3 / (inside + outside));
    page.number_before("ms, 1.9 tokens a second")
        .is(inside + outside);
    page.number_before("% of the time: the step")
        .is(inside / (inside + outside) * 100.0);
    page.number_after("over 31.5 GB/s take")
        .is(120.0 * layer() / 1e9 / fact("dev.a100-40.pcie"));
    page.number_after("crosses the bus,")
        .is(4.0 * fact("model.llama-2-70b.hidden") / 1024.0);
    let work = 2.0 * 60.0 * layer() * 512.0 / 1e12;
    page.number_after("2 · 51.34 · 10⁹ · 512 =").is(work);
    page.number_before("· 10⁹ · 512 =").is(60.0 * layer() / 1e9);
    let cpu = 64.0 * 2.45e9 * 32.0 / 1e12;
    page.number_before("· 10¹² a second at its peak and needs")
        .is(cpu);
    page.number_before("s. (llama.cpp does").is(work / cpu);
}

#[test]
fn a_70b_on_one_small_card() {
    let page = page("lesson-06-fit-a-model");
    let after_reserve = fact("dev.a100-40.memory") - GIB / 1e9;
    page.number_before("GB. Left: 38.93").is(GIB / 1e9);
    page.number_before("GB.\n2. Cache, F16").is(after_reserve);
    let cache = token("llama-2-70b", 16.0) * 4096.0 / 1e9;
    page.number_after("4,096 · 327,680 B =").is(cache);
    page.number_before("GB.\n3. Tables")
        .is(after_reserve - cache);
    let numbers = fact("model.llama-2-70b.vocab") * fact("model.llama-2-70b.hidden");
    let (tokens, output) = (numbers * 4.5 / 8e9, numbers * 6.5625 / 8e9);
    page.number_after("3. Tables:").is(numbers / 1e6);
    page.number_after("tokens in 4.5 bits").is(tokens);
    page.number_after("output in 6.56 bits").is(output);
    let layers = weights(4.8) - tokens - output;
    let sums = page.numbers_after("The layers are 41.39 − 0.36 =", 2);
    sums[0].is(layers);
    sums[1].is(layers / 80.0);
    let fit = ((after_reserve - cache - output) / (layers / 80.0)).floor();
    page.number_after("(37.58 − 0.22) / 0.513 =").is(fit);
    let gpu = (fit * layers / 80.0 + output) / fact("dev.a100-40.bandwidth") * 1e3;
    let cpu = (80.0 - fit) * layers / 80.0 / host() * 1e3;
    page.number_before("ms. CPU: 8 ·").is(gpu);
    page.number_after("CPU: 8 · 0.513 / 204.8 =").is(cpu);
    page.number_before("ms.\n6. A card").is(gpu + cpu);
    let all = (weights(4.8) - tokens) / fact("dev.a100-40.bandwidth") * 1e3;
    page.number_after("41.24 / 1,555 =").is(all);
    page.number_after("A tenth of the layers outside,")
        .is((gpu + cpu) / all);
    page.number_before("ms. It is left out above")
        .is(cache / fact("dev.a100-40.bandwidth") * 1e3);
}

#[test]
fn an_8b_on_a_small_card() {
    let page = page("lesson-06-fit-a-model");
    let room =
        fact("dev.rtx-2000-ada.memory") - 1.07 - fact("model.llama-3.1-8b.params") * 8.5 / 8.0;
    let pages = |bits: f64| (room * 1e9 / token("llama-3.1-8b", bits) / 16.0).floor() * 16.0;
    page.number_after("16 − 1.07 − 8.53 =").is(room);
    page.number_after("A token has 131,072 B:").is(pages(16.0));
    page.number_after("a token has 69,632 B, so").is(pages(8.5));
    page.number_after("One part against ten:").is(100.0 / 11.0);
}

/// The time of one token by the formula of week 2: weights read, and the starts of two all-reduces a layer.
fn token_ms(model: &str, gpus: f64) -> (f64, f64) {
    let read = 2.0 * fact(&format!("model.{model}.params")) / fact("dev.a100.bandwidth") * 1e3;
    let start = if gpus > 1.0 {
        6.6 + 1.2 * (gpus - 1.0)
    } else {
        0.0
    };
    let sums = 2.0 * fact(&format!("model.{model}.layers"));
    (read / gpus, sums * start / 1e3)
}

#[test]
fn a_scaling_table_and_its_fit() {
    let page = page("lesson-07-multi-gpu");
    let noted = [(1.0, 50.0), (2.0, 28.0), (4.0, 18.0), (8.0, 14.0)];
    let b = 2.0 * (noted[0].1 - noted[1].1);
    let a = noted[0].1 - b;
    page.number_after("so b =").is(b);
    page.number_after("ms and a =").is(a);
    page.number_after("6 + 11 =").is(a + b / 4.0);
    page.number_after("6 + 5.5 =").is(a + b / 8.0);
    let forecast = 50.0 / (8.0 * (a + b / 8.0)) * 100.0;
    page.number_after("{#p1}").is(forecast);
    page.number_after("50/28 =").is(50.0 / 28.0);
    page.number_after("50/18 =").is(50.0 / 18.0);
    page.number_after("50/14 =").is(50.0 / 14.0);
    let efficiencies = page.numbers_after("divided by N:", 3);
    for (printed, (gpus, ms)) in efficiencies.iter().zip(&noted[1..]) {
        printed.is(50.0 / ms / gpus * 100.0);
    }
    page.number_after("50 / 6 =").is(50.0 / a);
    page.number_after("lie above the fit by")
        .is(18.0 - a - b / 4.0);
    let (slope, flat) = (4.0 * (320.0 - 170.0), 320.0 - 2.0 * (320.0 - 170.0));
    assert_eq!(flat + slope / 8.0, 95.0);
    let one = flat + slope;
    page.number_after("By the fit one GPU would take").is(one);
    let lost = page.numbers_after("so two already have lost", 2);
    lost[0].is(100.0 - one / 640.0 * 100.0);
    page.number_after("and eight are at")
        .is(one / (8.0 * 95.0) * 100.0);
    page.number_before("and 84 %, *relative")
        .is(320.0 / 170.0 / 2.0 * 100.0);
    page.number_before("%, *relative")
        .is(320.0 / 95.0 / 4.0 * 100.0);
}

#[test]
fn a_token_on_eight_gpus() {
    let page = page("lesson-07-multi-gpu");
    let (one, none) = token_ms("llama-2-7b", 1.0);
    assert_eq!(none, 0.0);
    page.number_after("N = 1: 6.61 ms. N = 8:")
        .is(token_ms("llama-2-7b", 8.0).0);
    page.number_before("ms. N = 8: 0.83").is(one);
    let (read, talk) = token_ms("llama-2-7b", 8.0);
    let sum = page.numbers_after("= 0.83 +", 2);
    sum[0].is(talk);
    sum[1].is(read + talk);
    page.number_after("6.61 / 1.79 =").is(one / (read + talk));
    page.number_after("; efficiency")
        .is(one / (read + talk) / 8.0 * 100.0);
    let from = |model: &str| {
        (2..99_u32)
            .map(f64::from)
            .find(|gpus| token_ms(model, *gpus).1 > token_ms(model, *gpus).0)
            .expect("some number")
    };
    page.number_after("more time on starting than on reading (")
        .is(from("llama-2-7b"));
    page.number_after("for model.llama-2-70b.name (")
        .is(from("llama-2-70b"));
    page.number_after("1 / 6.61 ms =").is(1e3 / one);
    page.number_after("for each user,").is_to(3, 8e3 / one);
    page.number_after("1 / 1.79 ms =")
        .is_to(2, 1e3 / (read + talk));
}

#[test]
fn links_and_messages() {
    let page = page("lesson-07-multi-gpu");
    let table = page.table_under("Links");
    for (column, device) in [("dev.a100", "dev.a100"), ("dev.h100", "dev.h100")] {
        table
            .number_at("NVLink over", column)
            .is(fact(&format!("{device}.nvlink")) / fact(&format!("{device}.pcie")));
    }
    let message = 2.0 * 512.0 * fact("model.llama-2-7b.hidden");
    page.number_after("2 · 512 · 4,096 B =").is(message / 1e6);
    let sent = 64.0 * message / 1e6;
    page.number_after("and there are 64:").is(sent);
    page.number_after("At the line rates that is")
        .is(sent / fact("dev.a100.nvlink"));
    page.number_after("over NVLink and 8.5 ms over PCIe, beside")
        .is(fact("model.llama-2-7b.params") * 1024.0 / fact("dev.a100.bf16"));
    page.number_before("ms over PCIe, beside")
        .is(sent / fact("dev.a100.pcie"));
    page.number_after("2 · 3 / 4 = 1.5 messages:")
        .is(1.5 * 4.19 + 0.005);
    page.number_after("{#k1}").is(36.0 / 2.0);
}

#[test]
fn what_a_pipeline_wastes() {
    let page = page("lesson-07-multi-gpu");
    let table = page.table_under("Pipelines");
    let stages = table.column("Stages");
    for (head, batches) in [("1 micro", 1.0), ("4", 4.0), ("16", 16.0), ("64", 64.0)] {
        for (stages, printed) in stages.iter().zip(table.column(head)) {
            let idle = (stages.value - 1.0) / (batches + stages.value - 1.0);
            printed.is(idle * 100.0);
        }
    }
    page.number_before("% idle, at the start")
        .is(3.0 / 7.0 * 100.0);
}

#[test]
fn a_block_cut_in_two() {
    let (x, a) = ([1.0, 2.0], [[1.0, -3.0, 2.0, 0.0], [1.0, 1.0, -2.0, 1.0]]);
    let b = [[1.0, 0.0], [2.0, 1.0], [0.0, 1.0], [1.0, 1.0]];
    let middle = |rows: [usize; 2], columns: std::ops::Range<usize>| {
        columns
            .map(|j| {
                let sum: f64 = rows
                    .iter()
                    .map(|&k: &usize| if k < 2 { x[k] * a[k][j] } else { 0.0 })
                    .sum();
                (j, sum.max(0.0))
            })
            .collect::<Vec<_>>()
    };
    let result = |middle: &[(usize, f64)]| {
        [0, 1].map(|n: usize| middle.iter().map(|(j, h)| h * b[*j][n]).sum::<f64>())
    };
    assert_eq!(result(&middle([0, 1], 0..2)), [3.0, 0.0]);
    assert_eq!(result(&middle([0, 1], 2..4)), [2.0, 2.0]);
    assert_eq!(result(&middle([0, 1], 0..4)), [5.0, 2.0]);
    assert_eq!(result(&middle([0, 2], 0..4)), [1.0, 2.0]);
    assert_eq!(result(&middle([1, 2], 0..4)), [8.0, 4.0]);
    let page = page("lesson-07-multi-gpu");
    let sums = page.numbers_after("(3, 0, 0, 2), and y = (", 2);
    sums[0].is(5.0);
    sums[1].is(2.0);
    let wrong = page.numbers_after("or the result is wrong: (", 2);
    wrong[0].is(9.0);
    wrong[1].is(6.0);
}
