//! Numbers of the module on the inference stack, computed again.
//!
//! In: its pages and facts. Out: one test for each worked example, table and exercise. What `serve.cu` and `routing.cu` print
//! is held by `tests/examples.rs`; here the pages' words are compared with those lines.

use crate::page::{Page, fact, read_page};

fn page(name: &str) -> Page {
    read_page(&format!("serving/inference-stack/{name}.md"))
}

/// Milliseconds that a prompt takes at the peak: two operations a weight and token.
fn prefill(model: &str, device: &str, tokens: f64) -> f64 {
    let billions = fact(&format!("model.{model}.params"));
    2.0 * billions * tokens / fact(&format!("dev.{device}.bf16"))
}

/// Bytes that a context keeps.
fn cache(model: &str, tokens: f64) -> f64 {
    fact(&format!("model.{model}.kv_token")) * 1024.0 * tokens
}

/// The lines that a program of `kernels/examples` promises for these arguments.
fn told(program: &str, arguments: &str) -> Vec<String> {
    let path = format!(
        "{}/kernels/examples/{program}.cu",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).expect("the program");
    let call = format!("//$ run -- {arguments}");
    let lines = text.lines().skip_while(|line| *line != call).skip(1);
    lines
        .map_while(|line| line.strip_prefix("//> "))
        .map(str::to_owned)
        .collect()
}

/// The numbers of the line that begins so.
fn row(program: &str, arguments: &str, begins: &str) -> Vec<f64> {
    let lines = told(program, arguments);
    let line = lines.iter().find(|line| line.starts_with(begins));
    let line = line.unwrap_or_else(|| panic!("{program} {arguments}: no line `{begins}`"));
    line[begins.len()..]
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect()
}

#[test]
fn a_budget_of_800_ms() {
    let page = page("lesson-01-five-layers");
    let outside = 60.0 + 15.0 + 5.0 + 5.0 + 10.0;
    page.number_after("sending of the first token: 10 ms. Together")
        .is(outside);
    let floor = prefill("qwen2.5-3b", "rtx-5080", 2000.0);
    page.number_after("2 · 3.0859 · 10⁹ · 2,000 =")
        .is(floor * fact("dev.rtx-5080.bf16") / 1000.0);
    page.number_after("The floor is 12.3 / 112.6 =").is(floor);
    let own = 2.0 * floor;
    page.number_after("until you have measured:").is(own);
    page.number_after("unavoidable: 95 + 219 =")
        .is(outside + own);
    page.number_after("remain 800 − 314 =")
        .is(800.0 - outside - own);
    page.number_after("486 / 219 =")
        .is((800.0 - outside - own) / own);
    let spent = page.numbers_after("95 + 3 · 219.2 =", 2);
    spent[0].is(outside + 3.0 * own);
    spent[1].is(800.0 - outside - 3.0 * own);
    let predicted = page.numbers_after("Two: 95 + 3 · 219 =", 2);
    predicted[0].is(95.0 + 3.0 * 219.0);
    predicted[1].is(95.0 + 4.0 * 219.0);
    page.number_after("all four keep theirs in 0.95⁴ =")
        .is(100.0 * 0.95_f64.powi(4));
    page.number_after("A prefill takes").is(2.0 * own);
    page.number_after("ms, and 95 + 438 =")
        .is(outside + 2.0 * own);
    page.number_after("= 533. The")
        .is(800.0 - outside - 2.0 * own);
}

#[test]
fn a_cache_is_state() {
    let page = page("lesson-01-five-layers");
    let bytes = cache("qwen2.5-3b", 2000.0);
    let sizes = page.numbers_after("A request of 2,000 tokens is", 2);
    sizes[0].is(bytes / 1_048_576.0);
    sizes[1].is(bytes / 1e6);
    let weights = 2.0 * fact("model.qwen2.5-3b.params");
    let room = 0.9 * fact("dev.rtx-5080.memory") - weights - 1.0;
    page.number_after("14.4 − 6.17 − 1 =").is(room);
    let fits = page.numbers_after("GB for caches:", 2);
    fits[0].is_to(3, room * 1e9 / cache("qwen2.5-3b", 1.0));
    fits[1].is((room * 1e9 / bytes).floor());
    let floor = prefill("qwen2.5-3b", "rtx-5080", 2000.0);
    page.number_after("At the floor of").is(floor);
    page.number_after("110 ms each that is")
        .is(98.0 * floor / 1000.0);
    page.number_after("73.7 MB at 1.25 GB/s take")
        .is(bytes / 1.25e6);
    let large = cache("llama-2-7b", 2000.0);
    let sent = page.numbers_after("a token, 1.05 GB:", 1);
    sent[0].is(large / 1.25e6);
    page.number_after("2,000 / 312 TFLOPS =")
        .is(prefill("llama-2-7b", "a100", 2000.0));
}

#[test]
fn a_fleet_by_the_server() {
    let page = page("lesson-01-five-layers");
    let step = 12.1 + (19.4 - 12.1) / 63.0;
    page.number_after("Two requests a step at").is(step);
    page.number_after("12.2 ms are").is(2000.0 / step);
    page.number_after("on the same card, ")
        .is(3297.0 / (2000.0 / step));
    let four = row("serve", "14", "<=  64");
    let said = page.numbers_after("At 14 a second the line `<= 64` says", 2);
    said[0].is(four[2]);
    said[1].is(four[3]);
    assert!(four[2] < 200.0 && four[3] < 30.0);
    let three = row("serve", "19", "<=  64");
    page.number_after("At 19 it says").is(three[2]);
    page.number_after("TPOT hardly shows it (").is(three[3]);
    let queue = (3600.0 - 3297.0) * 120.0;
    page.number_after("(3,600 − 3,297) · 120 =").is(queue);
    page.number_after("36,360 tokens,").is(queue / 3297.0);
}

#[test]
fn what_a_hit_saves() {
    let page = page("lesson-02-routing");
    let whole = prefill("llama-2-7b", "a100", 2000.0);
    page.number_after("2,000 tokens of model.llama-2-7b.name are")
        .is(whole * 312.0 / 1000.0);
    page.number_after("27 TFLOP, at least").is(whole);
    let attention = 2.0 * 2000.0_f64.powi(2) * 4096.0 * 32.0;
    page.number_after("among 2,000 tokens adds")
        .is(100.0 * attention / (whole * 312.0e9));
    page.number_after("Per token it is").is(whole / 2.0);
    let prompts = page.numbers_after("points: 0", 5);
    prompts[0].is(1000.0 / whole);
    prompts[2].is(1000.0 / (0.5 * whole));
    prompts[4].is(1000.0 / (0.1 * whole));
    page.number_after("the same ten points at the left end add")
        .is(100.0 * (1.0 / 0.9 - 1.0));
    page.number_after("second copy of")
        .is(cache("llama-2-7b", 2000.0) / 1e9);
    page.number_after("then 2,000 of 2,200 tokens are found,")
        .is(100.0 * 2000.0 / 2200.0);
}

#[test]
fn a_popular_home() {
    let page = page("lesson-02-routing");
    let all: f64 = (1..=64).map(|k| 1.0 / f64::from(k)).sum();
    let home: f64 = (0..8).map(|k| 1.0 / f64::from(8 * k + 1)).sum();
    let share = home / all;
    page.number_after("seven others. They are")
        .is(100.0 * share);
    page.number_after("of all requests,").is(8.0 * share);
    let hit = 200.0 * 0.0432;
    let miss = 2200.0 * 0.0432;
    let times = page.numbers_after("so a hit takes", 2);
    times[0].is(hit);
    times[1].is(miss);
    let turn = row("routing", "100", "round robin");
    let prefix = row("routing", "100", "by prefix ");
    page.number_before("% are hits; by prefix").is(turn[0]);
    page.number_after("are hits; by prefix").is(prefix[0]);
    let slow = row("routing", "200", "round robin");
    page.number_after("At 200, in turn waits")
        .is(slow[3] / 1000.0);
    let mean = hit + (1.0 - turn[0] / 100.0) * (miss - hit);
    page.number_after("waits 13.7 s:").is(mean);
    page.number_after("ms a request allow").is(8000.0 / mean);
    let strict = row("routing", "450", "by prefix  ");
    page.number_after("At 450, by prefix waits")
        .is(strict[3] / 1000.0);
    let can = page.numbers_after("27.5 % of 450,", 2);
    can[0].is(450.0 * share);
    can[1].is(1000.0 / hit);
    let bounded = row("routing", "450", "by prefix, bounded");
    page.number_after("The third policy has lost")
        .is(strict[0] - bounded[0]);
    page.number_after("of its hits and waits").is(bounded[3]);
    let small = told("routing", "100 4");
    assert!(!small.is_empty());
    page.number_after("By prefix falls to")
        .is(row("routing", "100 4", "by prefix  ")[0]);
    page.number_after("78.5 %, in turn to")
        .is(row("routing", "100 4", "round robin")[0]);
}

#[test]
fn long_beside_short() {
    let page = page("lesson-02-routing");
    let flop = |tokens: f64| 2.0 * fact("model.llama-3.1-8b.params") * tokens / 1000.0;
    let peak = fact("dev.a100.bf16");
    page.number_after("10⁹ · 200 =").is(flop(200.0));
    page.number_after("= 3.2 TFLOP,")
        .is(flop(200.0) * 1000.0 / peak);
    page.number_after("One of 16,000 needs").is(flop(16_000.0));
    let attention = 2.0 * 16_000.0_f64.powi(2) * 4096.0 * 32.0 / 1e12;
    page.number_after("16,000² · 4,096 · 32 =").is(attention);
    let long = (flop(16_000.0) + attention) / peak;
    page.number_after("TFLOP more:")
        .is(flop(16_000.0) + attention);
    page.number_after("324 TFLOP,").is(long);
    page.number_after("20 · 0.01 · 1.04 s =").is(20.0 * long);
    let rate = 8.0 * 20.0;
    page.number_after("Eight replicas get").is(rate * 0.01);
    page.number_after("long ones a second,")
        .is(rate * 0.01 * long);
    page.number_after("for them, these are")
        .is(100.0 * rate * 0.01 * long / 3.0);
    let short = rate * 0.99;
    page.number_after("the other five, with").is(short);
    page.number_after("short ones a second at 10.3 ms,")
        .is(100.0 * short * flop(200.0) / peak / 5.0);
}

#[test]
fn ten_requests() {
    let page = page("lesson-02-routing");
    let table = page.table_under("Worked example");
    let prefixes = table.words("Prefix");
    let (mut requests, mut homes) = ([0, 0], Vec::<(String, usize)>::new());
    let mut affinity = Vec::new();
    for prefix in &prefixes {
        let known = homes.iter().find(|(of, _)| of == prefix).map(|of| of.1);
        let home = known.unwrap_or(usize::from(requests[1] < requests[0]));
        if known.is_none() {
            homes.push((prefix.clone(), home));
        }
        requests[home] += 1;
        affinity.push(home);
    }
    let turn: Vec<usize> = (0..prefixes.len()).map(|k| k % 2).collect();
    // The table's columns are read by place: two are called alike.
    let told: Vec<Vec<String>> = ["In turn", "Affinity"]
        .map(|head| table.words(head))
        .to_vec();
    let mut hits = Vec::new();
    let mut tokens = Vec::new();
    for (replicas, told) in [&turn, &affinity].into_iter().zip(&told) {
        let mut seen = Vec::new();
        let (mut found, mut computed) = (Vec::new(), [0, 0]);
        for (k, prefix) in prefixes.iter().enumerate() {
            assert_eq!(told[k], format!("{}", replicas[k] + 1), "request {}", k + 1);
            let hit = seen.contains(&(prefix, replicas[k]));
            seen.push((prefix, replicas[k]));
            computed[replicas[k]] += if hit { 100 } else { 2100 };
            found.push(hit);
        }
        hits.push(found);
        tokens.push(computed);
    }
    let words: Vec<&str> = hits[0]
        .iter()
        .map(|hit| if *hit { "yes" } else { "no" })
        .collect();
    assert_eq!(table.words("Found"), words);
    let count = |of: &[bool]| of.iter().filter(|hit| **hit).count() as f64;
    page.number_after("1. In turn:").is(count(&hits[0]));
    page.number_after("2. Affinity:").is(count(&hits[1]));
    let sum = |of: [i32; 2]| f64::from(of[0] + of[1]);
    let took = prefill("llama-2-7b", "a100", 1.0);
    let first = page.numbers_after("5 · 2,000 + 10 · 100 =", 2);
    first[0].is(sum(tokens[0]));
    first[1].is(sum(tokens[0]) * took);
    let second = page.numbers_after("3 · 2,000 + 1,000 =", 2);
    second[0].is(sum(tokens[1]));
    second[1].is(sum(tokens[1]) * took);
    let split = page.numbers_after("Split of tokens to compute:", 4);
    for (printed, computed) in split.iter().zip([tokens[0], tokens[1]].concat()) {
        printed.is(f64::from(computed));
    }
    page.number_after("The busiest has").is(6.0 / 5.0);
}

#[test]
fn questions_on_routing() {
    let page = page("lesson-02-routing");
    assert_eq!((0..72).filter(|k| k % 8 == k % 9).count(), 8);
    page.number_after("· (1 + 2 + … + 8) =").is(500.0 * 36.0);
    page.number_after("= 18,000,").is(36.0 / 8.0);
    let large = cache("llama-2-7b", 2000.0) / 1e9;
    let shared = cache("llama-3.1-8b", 2000.0) / 1e9;
    page.number_after("1.05 GB each:")
        .is((40.0 / large).floor());
    let fits = page.numbers_after("a token, a quarter:", 2);
    fits[0].is(shared);
    fits[1].is((40.0 / shared).floor());
}

#[test]
fn a_start_and_its_queue() {
    let page = page("lesson-03-deployment");
    let times = page.table_under("Scaling out").column("Time");
    let weights = 2.0 * fact("model.llama-3.1-8b.params");
    let steps = [
        15.0,
        8.0 / 1.25,
        weights / 1.25,
        weights / fact("dev.a100.pcie"),
        40.0,
    ];
    for (printed, computed) in times.iter().zip(steps) {
        printed.is(computed);
    }
    // As printed, the five add up.
    times[5].is(times[..5].iter().map(|time| time.value).sum());
    page.number_after("on the machine already save")
        .is(steps[1] + steps[2]);
    let queue = (63.0 - 56.0) * 75.0;
    page.number_after("grows by 7 a second, to").is(queue);
    page.number_after("It takes another")
        .is(queue / (70.0 - 63.0));
    page.number_after("⌈4 · 90 / 48⌉ =")
        .is((4.0_f64 * 90.0 / 48.0).ceil());
}

/// Dollars a million tokens.
fn million(price: f64, speed: f64, utilisation: f64) -> f64 {
    price / (3600.0 * speed * utilisation) * 1e6
}

#[test]
fn a_million_tokens() {
    let page = page("lesson-03-deployment");
    page.number_before(", as before. The card costs the same")
        .is(million(0.25, 1400.0, 0.15));
    page.number_after("a million costs")
        .is(million(0.25, 700.0, 1.0));
    page.number_after("when the card is always busy, and")
        .is(million(0.25, 700.0, 0.3));
    let could = 700.0 * 86_400.0 / 1e6;
    page.number_after("700 · 86,400 =").is(could);
    page.number_after("Utilisation: 20 / 60.5 =")
        .is(100.0 * 20.0 / could);
    page.number_after("A million costs 6 / 20 =").is(6.0 / 20.0);
    page.number_after("The API asks 20 · 0.40 =").is(20.0 * 0.4);
    page.number_after("saves 2 dollars a day,").is(2.0 * 365.0);
    page.number_after("at 80 dollars, eats").is(80.0 / 2.0);
    let two = page.numbers_after("Two cost", 3);
    two[0].is(12.0);
    two[1].is(12.0 / 20.0);
    two[2].is(12.0 - 8.0);
    page.number_after("The first two alone make")
        .is(100.0 / 3.0 * 0.8);
    let even = page.numbers_after("6 / 0.40 =", 1);
    even[0].is(6.0 / 0.4);
    page.number_after("For each card that is")
        .is(100.0 * 15.0 / could);
    page.number_after("18 of 60.5 million are")
        .is(100.0 * 18.0 / could);
    page.number_after("6 / 18 =").is(6.0 / 18.0);
    let cheaper = page.numbers_after("from 6 / 0.20 =", 2);
    cheaper[0].is(30.0);
    cheaper[1].is(100.0 * 30.0 / could);
}

#[test]
fn how_near_to_full() {
    let page = page("lesson-03-deployment");
    let full = row("serve", "19", "<=  64")[0];
    page.number_after("the line `<= 64` says").is(full);
    let loads = ["8", "14", "16"].map(|load| row("serve", load, "<=  64"));
    let shares = page.numbers_after("Write down p95 of", 3);
    for (load, printed) in loads.iter().zip(&shares) {
        printed.is(100.0 * load[0] / full);
    }
    let said = page.numbers_after("serve.cu -- 16\n```\n\n", 6);
    for (k, load) in loads.iter().enumerate() {
        said[k].is(load[0]);
        said[3 + k].is(load[2]);
    }
    let prices = page.numbers_after("the three make a million for", 3);
    for (load, printed) in loads.iter().zip(&prices) {
        printed.is(million(0.25, load[0], 1.0));
    }
    let factor = loads[2][2] / loads[1][2];
    assert_eq!(factor.round(), 11.0);
    page.number_after("0.50 / (3,600 · 3,297 · 0.4) · 10⁶ =")
        .is(million(0.5, 3297.0, 0.4));
    page.number_after("0.105 dollars, and")
        .is(million(0.5, 4960.0, 0.4));
}

#[test]
fn a_chat_of_2000_users() {
    let page = page("project");
    let asked = 2000.0 * 6.0 * 250.0 / 3600.0;
    page.number_after("2,000 · 6 · 250 / 3,600 =").is(asked);
    page.number_after("tokens a second: one, at")
        .is(100.0 * asked / 1600.0);
}
