//! Numbers of the module from prompt to token, computed again.
//!
//! In: its pages and facts. Out: one test for each worked example and typed table. What was measured elsewhere (the sweep of
//! batches, the products of one matrix) stands here as constants; what follows from it is computed.

use crate::page::{Page, fact, read_page};

/// Weights of Qwen2.5 3B: matrices, biases and norms, as the first lesson counts them.
const WEIGHTS: f64 = 3_085_938_688.0;
/// Tokens a second at batch 64, milliseconds of a step there, and how much that is of batch 1: measured.
const SWEEP: (f64, f64, f64) = (3297.0, 19.4, 40.0);

fn page(name: &str) -> Page {
    read_page(&format!("hardware-foundations/prompt-to-token/{name}.md"))
}

fn shape(model: &str, key: &str) -> f64 {
    fact(&format!("model.{model}.{key}"))
}

/// Weights of a layer's attention and of its FFN.
fn layer(model: &str) -> (f64, f64) {
    let of = |key| shape(model, key);
    let heads = of("heads") + of("kv_heads");
    let attention = of("hidden") * of("head_dim") * 2.0 * heads;
    (attention, of("ffn_matrices") * of("hidden") * of("ffn"))
}

/// Weights of all matrices of a model: layers, tables.
fn matrices(model: &str) -> (f64, f64) {
    let (attention, ffn) = layer(model);
    let table = shape(model, "vocab") * shape(model, "hidden");
    let tables = (2.0 - shape(model, "tied")) * table;
    (shape(model, "layers") * (attention + ffn), tables)
}

/// Bytes of cache for one token in 16 bits.
fn cache(layers: f64, kv_heads: f64) -> f64 {
    2.0 * layers * kv_heads * 128.0 * 2.0
}

/// Milliseconds to read bytes on a device.
fn read_ms(bytes: f64, device: &str) -> f64 {
    bytes / fact(&format!("dev.{device}.bandwidth")) / 1e6
}

/// Milliseconds of arithmetic for so many weights and tokens on the RTX 5080.
fn compute_ms(weights: f64, tokens: f64) -> f64 {
    2.0 * weights * tokens / fact("dev.rtx-5080.bf16") / 1e9
}

#[test]
fn the_cache_of_a_token_follows_from_heads_and_layers() {
    for (model, layers, heads) in [
        ("llama-2-7b", 32.0, 32.0),
        ("llama-2-70b", 80.0, 8.0),
        ("qwen2.5-3b", 36.0, 2.0),
    ] {
        assert_eq!(shape(model, "kv_token"), cache(layers, heads) / 1024.0);
    }
}

#[test]
fn the_weights_of_one_model_line_by_line() {
    let page = page("lesson-01-one-token");
    let table = page.table_under("Worked example");
    let row = |name: &str| table.number_at(name, "Weights");
    let hidden = 2048.0;
    for (name, columns) in [("Q", 16.0), ("K", 2.0), ("V", 2.0), ("O", 16.0)] {
        row(name).is(hidden * columns * 128.0);
    }
    for name in ["gate", "up", "down"] {
        row(name).is(hidden * 11_008.0);
    }
    let (attention, ffn) = layer("qwen2.5-3b");
    let (layers, embedding) = matrices("qwen2.5-3b");
    row("attention of a layer").is(attention);
    row("FFN of a layer").is(ffn);
    row("a layer").is(attention + ffn);
    row("36 layers").is(layers);
    row("embedding table").is(embedding);
    row("all matrices").is(layers + embedding);
    let all = layers + embedding;
    page.number_after("67,633,152 / 77,070,336 =")
        .is(100.0 * ffn / (attention + ffn));
    let shares = page.numbers_after("36 · 67,633,152 / 3,085,697,024 =", 3);
    shares[0].is(3600.0 * ffn / all);
    shares[1].is(3600.0 * attention / all);
    shares[2].is(100.0 * embedding / all);
    let rest = 36.0 * (2048.0 + 2.0 * 256.0 + 2.0 * 2048.0) + 2048.0;
    page.number_after("and norms add").is(rest);
    let counted = page.number_before("in all. They are");
    counted.is(all + rest);
    counted.is(WEIGHTS);
    page.number_after("in all. They are").is(100.0 * rest / all);
    page.number_after("3,085,697,024 / 1,024 =")
        .is(all / 1024.0);
}

#[test]
fn shares_of_a_hundred_weights() {
    let page = page("lesson-01-one-token");
    let (attention, ffn) = layer("qwen2.5-3b");
    let (layers, embedding) = matrices("qwen2.5-3b");
    let share = |weights: f64| 100.0 * weights / (layers + embedding);
    page.number_after("how many belong to it? {#p1}\n\n")
        .is(share(36.0 * attention));
    let scores = [2f64, 1.0, 0.0].map(f64::exp);
    let told = page.numbers_after("scores of 2, 1 and 0 become shares of", 3);
    for (printed, score) in told.iter().zip(scores) {
        printed.is(100.0 * score / scores.iter().sum::<f64>());
    }
    page.number_after("11. The feed-forward networks have")
        .is(share(36.0 * ffn));
    page.number_after("79 and the table has")
        .is(share(embedding));
}

#[test]
fn a_shape_that_does_not_fit_and_another_that_does() {
    let page = page("lesson-01-one-token");
    let attention = 2304.0 * 48.0 * 2.0 * (48.0 + 8.0);
    let ffn = 3.0 * 2304.0 * 11_008.0;
    let all = 36.0 * (attention + ffn) + 151_936.0 * 2304.0;
    page.number_after("2,304 · 48 · 2 · (48 + 8) =")
        .is(attention / 1e6);
    page.number_after("3 · 2,304 · 11,008 =").is(ffn / 1e6);
    let told = page.numbers_after("layers and the table make", 2);
    told[0].is(all / 1e9);
    told[1].is(100.0 * (all / 3.09e9 - 1.0));
    let (attention, ffn) = layer("llama-3.1-8b");
    let (layers, tables) = matrices("llama-3.1-8b");
    let told = page.numbers_after("how do\n  100 of its weights divide? {#k2}\n\n", 6);
    let all = layers + tables;
    told[0].is(all / 1e9);
    for (at, weights) in [(1, 32.0 * attention), (3, 32.0 * ffn), (4, tables)] {
        told[at].is(100.0 * weights / all);
    }
    page.number_after("There are two tables,").is(tables / 1e9);
    page.number_after("Together 2 · 4,096 · (8 · 128) =")
        .is(2.0 * 4096.0 * 1024.0);
    page.number_after("2 · 4,096 · 4,096 =")
        .is(2.0 * 4096.0 * 4096.0);
}

#[test]
fn both_bounds_of_both_phases() {
    let page = page("lesson-02-prefill-decode");
    let read = read_ms(2.0 * WEIGHTS, "rtx-5080");
    let (prefill, decode) = (compute_ms(WEIGHTS, 512.0), compute_ms(WEIGHTS, 1.0));
    page.number_after("3.0859 · 10⁹ weights · 2 B =")
        .is(2.0 * WEIGHTS / 1e9);
    page.number_after("6.172 GB / 960 GB/s =").is(read);
    page.number_after("10⁹ · 512 tokens =")
        .is(2.0 * WEIGHTS * 512.0 / 1e12);
    page.number_after("3.160 TFLOP / 112.6 TFLOPS =")
        .is(prefill);
    let told = page.numbers_after("3.0859 · 10⁹ · 1 =", 2);
    told[0].is(2.0 * WEIGHTS / 1e9);
    told[1].is(decode);
    page.number_after("6.43 / 0.0548 =").is(read / decode);
    page.number_after("To read them takes this card").is(read);
    page.number_after("at least? {#p1}\n\n  About").is(prefill);
    page.number_after("not 512 · 6.4 ms =")
        .is(512.0 * read / 1e3);
    page.number_after("3.3 s. 512 tokens cost")
        .is(prefill / read);
    let (layers, _) = matrices("qwen2.5-3b");
    page.number_after("Without the table").is(layers / 1e9);
    page.number_after("and step 4\n> gives")
        .is(compute_ms(layers, 512.0));
    // Half of the pairs of 512 tokens, two products of 2,048 numbers each, in 36 layers.
    let pairs = 4.0 * 512.0 * 512.0 * 2048.0 * 36.0 / 2.0;
    page.number_after("shares with values, which add")
        .is(pairs / fact("dev.rtx-5080.bf16") / 1e9);
}

#[test]
fn intensity_of_one_matrix_and_the_floors_of_five_cards() {
    let page = page("lesson-02-prefill-decode");
    let (k, n) = (2048.0, 11_008.0);
    let intensity = |m: f64| m * k * n / (k * n + m * k + m * n);
    let told = page.numbers_after("(2,048 × 11,008) that is", 2);
    told[0].is(intensity(1.0));
    told[1].is(intensity(512.0));
    let points = page.numbers_after("points:", 4);
    points[0].is(intensity(1.0));
    points[1].is(intensity(1.0) * fact("dev.rtx-5080.bandwidth") / 1e3);
    points[2].is(intensity(512.0));
    points[3].is(fact("dev.rtx-5080.bf16"));
    let floors = page.table_under("Two bounds").column("Floor");
    for (printed, device) in floors
        .iter()
        .zip(["rtx-5080", "a100", "h100", "rtx-2000-ada"])
    {
        printed.is(read_ms(2.0 * WEIGHTS, device));
        assert!(fact(&format!("dev.{device}.ridge")) > 100.0);
    }
    assert_eq!(floors.len(), 4);
    page.number_after("6.17 GB in 12.1 ms is")
        .is(2.0 * WEIGHTS / 12.1e6);
    page.number_after("6.17 GB in 12.1 ms is 510 GB/s,")
        .is(100.0 * 2.0 * WEIGHTS / 12.1e6 / fact("dev.rtx-5080.bandwidth"));
    page.number_after("What fills the other")
        .is(12.1 - read_ms(2.0 * WEIGHTS, "rtx-5080"));
}

#[test]
fn a_report_that_cannot_be_and_the_questions_on_bounds() {
    let page = page("lesson-02-prefill-decode");
    let flop = 2.0 * 6.74e9 * 512.0;
    let told = page.numbers_after("The prompt: 2 · 6.74 · 10⁹ · 512 =", 3);
    told[0].is(flop / 1e12);
    told[2].is(flop / 0.012 / 1e12);
    page.number_after("In 16 bits the card needs at least")
        .is(flop / fact("dev.a100.bf16") / 1e9);
    let least = flop / fact("dev.a100.int8") / 1e9;
    let told = page.numbers_after("integer units could do it, in", 3);
    told[0].is(least);
    told[2].is(100.0 * least / 12.0);
    page.number_after("issues/276)):").is(512.0 / 3900.86 * 1e3);
    let floor = read_ms(4.08e9, "a100");
    let told = page.numbers_after("4.08 GB / 2,039 GB/s =", 3);
    told[0].is(floor);
    told[2].is(100.0 * floor / 9.0);
    let floor = read_ms(2.0 * shape("llama-3.1-8b", "params") * 1e9, "h100");
    let told = page.numbers_after("16.06 GB / 3,350 GB/s =", 2);
    told[0].is(floor);
    told[1].is(1e3 / floor);
    let bytes = 36.0 * layer("qwen2.5-3b").0 * 2.0;
    let told = page.numbers_after("9,437,184 weights · 2 B =", 4);
    told[0].is(bytes / 1e6);
    told[1].is(100.0 * bytes / (2.0 * WEIGHTS));
    told[2].is(read_ms(bytes, "rtx-5080"));
    told[3].is(read_ms(2.0 * WEIGHTS, "rtx-5080"));
}

#[test]
fn the_cache_of_two_llamas_and_the_table_of_four_models() {
    let page = page("lesson-03-kv-cache");
    let (small, large) = (cache(32.0, 32.0), cache(80.0, 8.0));
    let told = page.numbers_after("2 · 32 layers · 32 heads · 128 · 2 B =", 2);
    told[0].is(small);
    told[1].is(small / 1024.0);
    let told = page.numbers_after("524,288 B · 2,048 =", 2);
    told[0].is(small * 2048.0);
    told[1].is(small * 2048.0 / 1024f64.powi(3));
    let told = page.numbers_after("2 · 80 layers · 8 heads · 128 · 2 B =", 2);
    told[0].is(large);
    told[1].is(large / 1024.0);
    let told = page.numbers_after("327,680 B · 2,048 =", 2);
    told[0].is(large * 2048.0);
    told[1].is(large * 2048.0 / 1024f64.powi(2));
    let told = page.numbers_after("At 4,096 tokens both double:", 2);
    told[0].is(small * 4096.0 / 1024f64.powi(3));
    told[1].is(large * 4096.0 / 1024f64.powi(3));
    page.number_after("With MHA it would have kept")
        .is(cache(80.0, 64.0) * 2048.0 / 1024f64.powi(3));
    let printed = page.table_under("Bytes a token").column("Cache of 2,048");
    let models = ["llama-2-7b", "llama-2-70b", "llama-3.1-8b", "qwen2.5-3b"];
    assert_eq!(printed.len(), models.len());
    for (printed, model) in printed.iter().zip(models) {
        printed.is(shape(model, "kv_token") * 2048.0 / 1024.0);
    }
    page.number_after("For 1,000 steps it is")
        .is(1000.0 * 1001.0 / 2.0);
}

#[test]
fn where_cache_and_weights_are_equal() {
    let page = page("lesson-03-kv-cache");
    let token = cache(36.0, 2.0);
    let equal = 2.0 * WEIGHTS / token;
    let told = page.numbers_after("6.172 · 10⁹ / 36,864 =", 5);
    told[0].is_to(4, equal);
    told[2].is(equal / 32.0);
    told[4].is(equal / 64.0);
    page.number_after("at a tenth of that,").is(equal / 320.0);
    let left = fact("dev.rtx-5080.memory") * 1e9 - 2.0 * WEIGHTS;
    page.number_after("these weights leave").is(left / 1e9);
    page.number_after("That is room for").is_to(4, left / token);
    page.number_after("nothing else: 32 requests of")
        .is_to(2, left / token / 32.0);
    page.number_after("query heads it would be\n32 requests of")
        .is_to(3, left / (8.0 * token) / 32.0);
    page.number_after("(id:term.flop) for 2 bytes,")
        .is(shape("qwen2.5-3b", "heads") / shape("qwen2.5-3b", "kv_heads"));
    let told = page.numbers_after("· 4,096 · 32 =", 2);
    told[0].is(cache(32.0, 8.0) * 4096.0 * 32.0 / 1024f64.powi(3));
    told[1].is(cache(32.0, 8.0) * 4096.0 * 32.0 / 1e9);
    let told = page.numbers_after("No. 512 · 36 KiB =", 2);
    told[0].is(512.0 * token / 1e6);
    told[1].is(read_ms(512.0 * token, "rtx-5080"));
}

#[test]
fn the_sweep_and_what_follows_from_it() {
    let page = page("lesson-04-batches-and-latency");
    let (measured, step, factor) = SWEEP;
    let alone = measured / factor;
    let most = 0.47 * 128.0 * alone;
    let table = page.table_under("A sweep");
    let column = |head: &str| table.column(head);
    column("Throughput")[0].is(alone);
    column("Throughput")[1].is(measured);
    column("Throughput")[2].is_to(3, most);
    column("TPOT")[0].is(1e3 / alone);
    column("TPOT")[1].is(step);
    column("TPOT")[2].is(128e3 / most);
    column("Scaling")[1].is(100.0 * measured / (64.0 * alone));
    let read = read_ms(2.0 * WEIGHTS, "rtx-5080");
    for (floor, batch) in column("Floor").iter().zip([1.0, 64.0, 128.0]) {
        floor.is(read.max(compute_ms(WEIGHTS, batch)));
    }
    page.number_after("takes 25.8, so it runs at")
        .is(100.0 * compute_ms(WEIGHTS, 128.0) / 25.8);
    page.number_after("so at B =")
        .is(fact("dev.rtx-5080.ridge"));
    page.number_after("1 token / 12.1 ms =").is(alone);
    page.number_after("64 · 82.4 =").is(64.0 * 82.4);
    page.number_after("3,297 / 5,274 =")
        .is(100.0 * measured / 5274.0);
    page.number_after("1,000 / 19.4 =").is(1e3 / step);
    let told = page.numbers_after("10⁶ / 3,297 =", 2);
    told[0].is(1e6 / measured);
    told[1].is_to(4, 1e6 / alone);
}

#[test]
fn twenty_waits_and_the_questions_on_batches() {
    let page = page("lesson-04-batches-and-latency");
    let waits = [
        48, 49, 50, 51, 52, 53, 53, 54, 55, 56, 57, 58, 60, 62, 64, 67, 71, 84, 160, 940,
    ];
    let mean = f64::from(waits.iter().sum::<i32>()) / 20.0;
    page.number_after("one at 940; the mean,").is(mean);
    assert_eq!(
        waits.iter().filter(|wait| f64::from(**wait) < mean).count(),
        18
    );
    page.number_after("Of 20 values it is the")
        .is((0.95f64 * 20.0).ceil());
    page.number_after("Place ⌈0.9 · 20⌉ = 18:")
        .is(f64::from(waits[17]));
    page.number_after("300 + 199 · 20 =")
        .is(300.0 + 199.0 * 20.0);
    let products = page.table_under("Find what is wrong");
    for (rate, share) in products.column("Rate").iter().zip(products.column("Share")) {
        share.is(100.0 * rate.value / fact("dev.rtx-5080.bf16"));
    }
    let rate = 2.0 * WEIGHTS * 64.0 / 19.4e-3 / 1e12;
    let told = page.numbers_after("10⁹ · 64 FLOP in 19.4 ms,", 2);
    told[0].is(rate);
    told[1].is(100.0 * rate / fact("dev.rtx-5080.bf16"));
    let held = 64.0 * 2048.0 * cache(36.0, 2.0);
    page.number_after("Cache: 64 · 2,048 · 36 KiB =")
        .is(held / 1e9);
    page.number_after("(6.17 + 4.83) GB / 960 GB/s =")
        .is(read_ms(2.0 * WEIGHTS + held, "rtx-5080"));
    let floor = compute_ms(WEIGHTS, 256.0);
    let told = page.numbers_after("10⁹ · 256 / 112.6 TFLOPS =", 3);
    told[0].is(floor);
    told[1].is(256e3 / floor);
    told[2].is(256e3 / floor / SWEEP.0);
}

#[test]
fn the_knowledge_checks() {
    let page = page("index");
    let (attention, ffn) = layer("mistral-7b");
    let (layers, tables) = matrices("mistral-7b");
    page.number_after("4,096 · 128 · 2 · (32 + 8) =")
        .is(attention / 1e6);
    page.number_after("3 · 4,096 · 14,336 =").is(ffn / 1e6);
    page.number_after("218.1 million =").is(layers / 1e9);
    page.number_after("2 · 32,000 · 4,096 =").is(tables / 1e9);
    page.number_after("billion. Together")
        .is((layers + tables) / 1e9);
    let floor = read_ms(2e9 * shape("mistral-7b", "params"), "rtx-2000-ada");
    page.number_after("14.48 GB / 224 GB/s =").is(floor);
    page.number_after("it is a quarter:").is(floor / 4.0);
    page.number_after("320 KiB · 4,096 · 16 =")
        .is(cache(80.0, 8.0) * 4096.0 * 16.0 / 1024f64.powi(3));
    page.number_after("eight times as much:")
        .is(cache(80.0, 64.0) * 4096.0 * 16.0 / 1024f64.powi(3));
    page.number_after("for 600 s are").is(600.0 * 100.0);
    page.number_after("1,000 a second they take").is(60.0);
}

#[test]
fn the_server_s_steps_are_those_of_the_sweep() {
    let program = include_str!("../../kernels/examples/serve.cu");
    let steps = page("lesson-04-batches-and-latency")
        .table_under("A sweep")
        .column("TPOT");
    let [alone, middle, most] = [0, 1, 2].map(|at: usize| steps[at].value);
    for part in [
        format!("{alone}f + ({middle}f - {alone}f) * (batch - 1) / 63.0f"),
        format!("{middle}f + ({most}f - {middle}f) * (batch - 64) / 64.0f"),
    ] {
        assert!(program.contains(&part), "serve.cu has no `{part}`");
    }
}
