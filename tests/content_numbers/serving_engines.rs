//! Numbers of the module on serving engines, computed again.
//!
//! In: its pages and facts. Out: one test for each worked example, table and exercise. The sweep is that of the lesson on
//! batches and latency; the two logs of the last lesson are others', and stand here as they print them. What the three
//! programs print is held by `tests/examples.rs`.

use crate::page::{Page, fact, read_page};

const SWEEP: [(f64, f64); 2] = [(64.0, 19.4), (128.0, 25.8)];
/// A step that keeps 3 s for 128 tokens, in ms.
const PROMISE: f64 = 3000.0 / 128.0;

fn page(name: &str) -> Page {
    read_page(&format!("serving/serving-engines/{name}.md"))
}

/// Bytes of cache for a token, in 16 bits.
fn token(model: &str) -> f64 {
    let of = |key: &str| fact(&format!("model.{model}.{key}"));
    2.0 * of("layers") * of("kv_heads") * of("head_dim") * 2.0
}

/// Weights in bytes, 16 bits each.
fn weights(model: &str) -> f64 {
    2e9 * fact(&format!("model.{model}.params"))
}

/// When each of the six requests ends in a batch of two that is held to the end; `full` waits for company.
fn fixed(arrives: &[u32], tokens: &[u32], full: bool) -> Vec<u32> {
    let (mut free, mut next, mut ends) = (0, 0, Vec::new());
    while next < tokens.len() {
        let mut start = free.max(arrives[next]);
        if full && next + 1 < tokens.len() {
            start = start.max(arrives[next + 1]);
        }
        let there = arrives[next..].iter().take_while(|at| **at <= start);
        let taken = there.count().min(2);
        free = start + tokens[next..next + taken].iter().max().expect("one");
        ends.extend(std::iter::repeat_n(free, taken));
        next += taken;
    }
    ends
}

/// The same with slots that are refilled.
fn refilled(arrives: &[u32], tokens: &[u32]) -> Vec<u32> {
    let mut free = [0_u32; 2];
    let both = arrives.iter().zip(tokens);
    both.map(|(at, tokens)| {
        let slot = usize::from(free[1] < free[0]);
        free[slot] = free[slot].max(*at) + tokens;
        free[slot]
    })
    .collect()
}

#[test]
fn three_schedules_of_six_requests() {
    let page = page("lesson-01-batching");
    let (arrives, tokens) = ([0, 1, 1, 2, 7, 7], [6, 2, 1, 5, 1, 3]);
    let schedules = [
        fixed(&arrives, &tokens, true),
        fixed(&arrives, &tokens, false),
        refilled(&arrives, &tokens),
    ];
    assert_eq!(schedules[0], [7, 7, 12, 12, 15, 15]);
    assert_eq!(schedules[1], [6, 8, 8, 13, 13, 16]);
    assert_eq!(schedules[2], [6, 3, 4, 9, 8, 11]);
    let last = schedules
        .each_ref()
        .map(|ends| f64::from(*ends.iter().max().expect("six")));
    let work = f64::from(tokens.iter().sum::<u32>());
    let mean = |ends: &[u32]| {
        let waits = ends.iter().zip(arrives).map(|(end, at)| end - at);
        f64::from(waits.sum::<u32>()) / 6.0
    };
    page.number_after("keeps it to the end is done after")
        .is(last[0]);
    page.number_after("  After ").is(last[2]);
    page.number_after("6 + 2 + 1 + 5 + 1 + 3 =").is(work);
    let printed = page.numbers_after("Fifteen steps of two slots:", 3);
    printed[0].is(2.0 * last[0]);
    printed[1].is(work);
    printed[2].is(100.0 * work / (2.0 * last[0]));
    page.number_after("Mean 50 / 6 =").is(mean(&schedules[0]));
    page.number_after("8.33 steps,")
        .is(20.0 * mean(&schedules[0]));
    let printed = page.numbers_after("Eleven steps,", 2);
    printed[0].is(2.0 * last[2]);
    printed[1].is(100.0 * work / (2.0 * last[2]));
    page.number_after("Mean 23 / 6 =").is(mean(&schedules[2]));
    page.number_after("3.83 steps,")
        .is(20.0 * mean(&schedules[2]));
    page.number_after("18 tokens / (15 · 20 ms) =")
        .is(work / (last[0] * 0.02));
    page.number_after("against 18 / (11 · 20 ms) =")
        .is(work / (last[2] * 0.02));
}

#[test]
fn what_a_spread_of_lengths_costs() {
    let page = page("lesson-01-batching");
    page.number_after("  9 / 16 =").is(100.0 * 9.0 / 16.0);
    page.number_after("At best 1 / 0.56 =").is(16.0 / 9.0);
    let points = page.numbers_after("points: 1 100, 2", 11);
    let mut sum = 1.0;
    let mut shares = Vec::new();
    for n in 2..=64 {
        sum += 1.0 / f64::from(n);
        if [2, 4, 8, 16, 32, 64].contains(&n) {
            shares.push(100.0 / sum);
        }
    }
    for (printed, share) in points.iter().step_by(2).zip(&shares) {
        printed.is(*share);
    }
}

#[test]
fn a_promise_is_a_budget() {
    let page = page("lesson-01-batching");
    page.number_after("3,000 / 128 =").is(PROMISE);
    page.number_after("within 6 s:").is(6000.0 / 256.0);
    let slope = (SWEEP[1].1 - SWEEP[0].1) / (SWEEP[1].0 - SWEEP[0].0);
    let batch = SWEEP[0].0 + (PROMISE - SWEEP[0].1) / slope;
    page.number_after("23.4 ms is batch").is(batch);
    page.number_after("at most one prompt joins in (30 /")
        .is(PROMISE - SWEEP[0].1);
    page.number_after("(30 / 4.04 =)")
        .is(30.0 / (PROMISE - SWEEP[0].1));
    // Half of the slots: the line between the sweep's batches of 1 and 64, and a prompt each 4 steps.
    let short = 12.1 + 31.0 * (SWEEP[0].1 - 12.1) / 63.0;
    page.number_after("and 19.4 at 64, a step takes").is(short);
    page.number_after("128 / 32 =").is(128.0 / 32.0);
    let share = page.numbers_after("30 / 4 =", 2);
    share[0].is(30.0 / 4.0);
    share[1].is(short + 30.0 / 4.0);
    assert!(short + 7.5 < PROMISE, "32 slots keep the promise");
    page.number_after("need a new one every").is(128.0 / 64.0);
    let cache = |tokens: f64| 104.0 * tokens * token("qwen2.5-3b") / 1e9;
    page.number_after("104 · 2,048 · 36 KiB =")
        .is(cache(2048.0));
    page.number_after("16 − 6.17 − 1 =")
        .is(15.0 - weights("qwen2.5-3b") / 1e9);
    page.number_after("each it would not:").is(cache(2400.0));
}

#[test]
fn reserved_and_paged() {
    let page = page("lesson-02-paged-attention");
    page.number_after("  85.4 %: (2,048 − 300) /").is(2048.0);
    assert_eq!(format!("{:.1}", 100.0 * 1748.0 / 2048.0), "85.4");
    let held = page.numbers_after("of 16 it would have held", 2);
    held[0].is(304.0);
    held[1].is(100.0 * 4.0 / 304.0);
    let requests = [300.0, 17.0, 1200.0_f64];
    let used: f64 = requests.iter().sum();
    let kib = token("qwen2.5-3b") / 1024.0;
    let printed = page.numbers_after("3 · 2,048 =", 4);
    printed[0].is(6144.0);
    printed[1].is(used);
    printed[2].is(6144.0 - used);
    printed[3].is(100.0 * (6144.0 - used) / 6144.0);
    let mib = page.numbers_after("KiB a place:", 2);
    mib[0].is(6144.0 * kib / 1024.0);
    mib[1].is(used * kib / 1024.0);
    let blocks: f64 = requests.iter().map(|tokens| (tokens / 16.0).ceil()).sum();
    let paged = page.numbers_after("Together", 3);
    paged[0].is(blocks);
    paged[1].is(16.0 * blocks);
    paged[2].is(16.0 * blocks * kib / 1024.0);
    let wasted = page.numbers_after("4 + 15 + 0 =", 2);
    wasted[0].is(16.0 * blocks - used);
    wasted[1].is(100.0 * (16.0 * blocks - used) / (16.0 * blocks));
    page.number_after("there is now room for")
        .is(6144.0 / 16.0 - blocks);
    assert_eq!(((384.0 - blocks) / 19.0).floor(), 15.0);
    let points = page.numbers_after("points: 16 4,", 14);
    for pair in points.chunks(2) {
        let block = pair[0].value;
        pair[1].is((300.0_f64 / block).ceil() * block - 300.0);
    }
}

#[test]
fn tables_shares_and_blocks() {
    let page = page("lesson-02-paged-attention");
    let heads = fact("model.qwen2.5-3b.kv_heads") * fact("model.qwen2.5-3b.head_dim");
    page.number_after("keys and values, in 2 bytes, has")
        .is(16.0 * heads * 2.0 * 2.0);
    let sectors = page.numbers_after("-- 300\n```\n\n", 3);
    sectors[0].is(300.0 * 256.0 / 32.0);
    sectors[1].is((300.0_f64 / 16.0).ceil());
    sectors[2].is(100.0 * 19.0 / 2400.0);
    let shared = page.numbers_after("13 blocks: 62 + 52 =", 1);
    shared[0].is(62.0 + 4.0 * (208.0_f64 / 16.0).ceil());
    page.number_after("Not shared: 4 · 75 =")
        .is(4.0 * (1200.0_f64 / 16.0).ceil());
    let mib = |tokens: f64| tokens * token("llama-2-7b") / 1_048_576.0;
    page.number_after("15 · 512 KiB =").is(mib(15.0));
    page.number_after("255 · 512 KiB =").is(mib(255.0));
    page.number_after("With 64 requests the second may be")
        .is(64.0 * mib(255.0) / 1024.0);
}

#[test]
fn what_a_delay_buys() {
    let page = page("lesson-03-triton-server");
    page.number_after("company in 5 ms: 20 · 0.005 =")
        .is(20.0 * 0.005);
    page.number_after("Alone, a request takes").is(10.2);
    page.number_after("finds the instance idle takes").is(15.2);
    page.number_after("20 / 1.1 · 10.22 =")
        .is(20.0 / 1.1 * (10.0 + 0.2 * 1.1));
    page.number_after("ms of each second in place of")
        .is(20.0 * 10.2);
    page.number_after("b = 8 / (1 − 0.16) =").is(8.0 / 0.84);
    page.number_after("While one batch runs, 0.8 · 12 ≈")
        .is(0.8 * 12.0);
    let weights = weights("qwen2.5-3b") / 1e9;
    page.number_after("GB leave").is(16.0 - 2.0 * weights);
    page.number_after("for both caches, in place of")
        .is(16.0 - weights);
    page.number_after("for the same [tokens](id:term.token), so")
        .is(2.0 * weights);
}

#[test]
fn the_table_is_what_the_program_prints() {
    let program = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/kernels/examples/queue-delay.cu"
    ))
    .expect("the program");
    let printed: Vec<Vec<f64>> = program
        .lines()
        .filter_map(|line| line.strip_prefix("//>"))
        .map(|line| line.split_whitespace().filter_map(|word| word.parse().ok()))
        .map(Iterator::collect)
        .filter(|row: &Vec<f64>| row.len() == 5)
        .collect();
    assert_eq!(printed.len(), 4);
    let table = page("lesson-03-triton-server").table_under("Try it");
    // Columns of the page: rate, batch, batch, latency, latency; of the program: rate, batch, latency, batch, latency.
    let heads = [
        ("Requests", 0),
        ("Mean batch", 1),
        ("With 5 ms", 3),
        ("Mean latency", 2),
        ("With 5 ms [ms]", 4),
    ];
    for (head, at) in heads {
        for (cell, row) in table.column(head).iter().zip(&printed) {
            cell.is(row[at]);
        }
    }
}

#[test]
fn a_build_pays_for_itself() {
    let page = page("lesson-04-tensorrt-llm");
    let lost = 1800.0 * 3297.0;
    page.number_after("1,800 s · 3,297 =").is(lost / 1e6);
    page.number_after("0.1 · 3,297 =").is(329.7);
    let paid = page.numbers_after("5.93 · 10⁶ / 330 =", 2);
    paid[0].is_to(2, lost / 329.7);
    paid[1].is(lost / 329.7 / 3600.0);
    let saved = 0.3 * (1.0 - 1.0 / 1.1);
    page.number_after("0.3 · (1 − 1/1.1) =").is(saved);
    page.number_after("0.5 / 0.0273 =").is(0.5 / saved);
    page.number_after("(three models, two cards, two versions) are")
        .is(3.0 * 2.0 * 2.0 * 0.5);
    page.number_after("If the [host](id:term.host) takes 5 µs for each, it needs")
        .is(430.0 * 0.005);
    page.number_after("beside a [floor](id:term.floor) of")
        .is(weights("qwen2.5-3b") / fact("dev.rtx-5080.bandwidth") / 1e6);
    page.number_after("= 1,012, so")
        .is(fact("model.qwen2.5-3b.layers") * 7.0 + 1.0);
    assert_eq!((288 + 288 + 288 + 144 + 4) / 4, 253);
    page.number_after("At 5 µs they are").is(253.0 * 0.005);
    page.number_after("minutes at 1 / 1.12 =").is(10.0 / 1.12);
    page.number_after("From about").is(2.0 / (1.0 - 1.0 / 1.12));
    assert!((fact("dev.l4.fp8") / fact("dev.l4.bf16") - 2.0).abs() < 0.01);
}

/// GB of cache and tokens in whole blocks on a card of 16 GB, with 1 GB for other things.
fn cache_of(weights: f64) -> (f64, f64) {
    let bytes = 0.92 * 16e9 - weights - 1e9;
    (
        bytes / 1e9,
        (bytes / token("qwen2.5-3b") / 16.0).floor() * 16.0,
    )
}

#[test]
fn memory_at_the_start() {
    let page = page("lesson-05-inside-vllm");
    let table = fact("model.qwen2.5-3b.vocab") * fact("model.qwen2.5-3b.hidden");
    let few = (fact("model.qwen2.5-3b.params") * 1e9 - table) * 4.156_25 / 8.0 + 2.0 * table;
    page.number_after("[BF16](id:term.bf16) and about")
        .is(few / 1e9);
    page.number_after("both show about").is(0.92 * 16.0);
    let (gb, tokens) = cache_of(weights("qwen2.5-3b"));
    page.number_after("0.92 · 16 − 6.17 − 1 =").is(gb);
    page.number_after("GB of cache. At").is(token("qwen2.5-3b"));
    page.number_after("36,864 bytes a token:").is(tokens);
    page.number_after("Available KV cache memory: 7.03 GiB\nGPU KV cache size:")
        .is(tokens);
    let bytes = 0.92 * 16e9 - weights("qwen2.5-3b") - 1e9;
    page.number_after("```text\nAvailable KV cache memory:")
        .is(bytes / 1_073_741_824.0);
    page.number_after("4,096 tokens per request:")
        .is((tokens / 16.0) / (4096.0 / 16.0));
    let (gb, more) = cache_of(few);
    let printed = page.numbers_after("0.92 · 16 − 2.06 − 1 =", 2);
    printed[0].is(gb);
    printed[1].is(more);
    let right = page.numbers_after("tokens of cache (`GPU KV cache size`):", 4);
    right[0].is(weights("qwen2.5-3b") / 1e9);
    right[1].is(few / 1e9);
    right[2].is(tokens);
    right[3].is(more);
    page.number_after("The cache has 1.56 · 131,072 =")
        .is_to(4, 1.56 * 131_072.0);
}

#[test]
fn the_log_of_others_adds_up() {
    let page = page("lesson-05-inside-vllm");
    let gib = page
        .number_after("For the larger one vLLM's logs name")
        .value;
    let both = page.number_after("13.72 + 36.56 =");
    both.is(13.72 + 36.56);
    assert!(both.value > 40e9 / 1_073_741_824.0, "not the card of 40 GB");
    page.number_after("0.65 · 79.25 =").is(0.65 * gib);
    page.number_after("less 13.72 and 36.56 leaves")
        .is(0.65 * gib - 13.72 - 36.56);
    page.number_after("The second:").is(0.9 * gib);
    page.number_after("71.33 − 48.5 − 21.5 =")
        .is(0.9 * gib - 48.5 - 21.5);
}

#[test]
fn budgets_prefixes_and_pools() {
    let page = page("lesson-05-inside-vllm");
    let per_token = weights("qwen2.5-3b"); // operations: two for each weight, as bytes are
    let peak = fact("dev.rtx-5080.bf16") * 1e12;
    page.number_after("2,048 − 64 =").is(2048.0 - 64.0);
    page.number_after("3.0859 · 10⁹ · 2,048 =")
        .is(per_token * 2048.0 / 1e12);
    page.number_after("TFLOPS: ")
        .is(per_token * 2048.0 / peak * 1e3);
    let most = (PROMISE / 1e3 * peak / per_token).floor();
    page.number_after("/ (2 · 3.0859 · 10⁹) =").is(most);
    page.number_after("For the prompt: 427 − 64 =")
        .is(most - 64.0);
    let steps = (1984.0 / (most - 64.0)).ceil();
    let printed = page.numbers_after("⌈1,984 / 363⌉ =", 3);
    printed[0].is(steps);
    printed[1].is(steps * PROMISE);
    printed[2].is(per_token * 2048.0 / peak * 1e3);
    page.number_after("Its own user waits")
        .is(steps * PROMISE - per_token * 2048.0 / peak * 1e3);
    page.number_after("the same 2,048 tokens take")
        .is(per_token * 2048.0 / (fact("dev.h100.bf16") * 1e9));
    page.number_after("But vLLM's default on that card is 8,192,")
        .is(per_token * 8192.0 / (fact("dev.h100.bf16") * 1e9));
    let prefix = page.numbers_after("system text are", 2);
    prefix[0].is((1000.0_f64 / 16.0).floor());
    prefix[1].is(62.0 * 16.0);
    page.number_after("on the dev.rtx-5080.name that is")
        .is(992.0 * per_token / 1e12);
    page.number_after("6.1 TFLOP,")
        .is(992.0 * per_token / peak * 1e3);
    let bytes = 2048.0 * token("llama-2-70b");
    let printed = page.numbers_after("the cache is", 2);
    printed[0].is(bytes / 1_048_576.0);
    printed[1].is(bytes / fact("dev.h100.nvlink") / 1e6);
    page.number_after("GB/s,").is(bytes / 50e9 * 1e3);
    page.number_after("a prompt of 40 tokens;").is(35.0);
    page.number_after("does not count: 40 − 32 =").is(8.0);
}
