//! Numbers of the day that compares two formats on one card, computed again, and its sample data.
//!
//! In: its pages, facts, and the files beside the pages. Out: one test for each table, worked number and listing; the sample
//! files row by row from the model that the page shows, which is written down here a second time.

use crate::page::{Page, fact, facts, read_page};

const FOLDER: &str = "benchmark-days/quantised-vs-bf16";

fn page(name: &str) -> Page {
    read_page(&format!("{FOLDER}/{name}.md"))
}

/// A file beside the pages.
fn file(name: &str) -> String {
    let path = format!("{}/content/{FOLDER}/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// GB of weights, and GB that a step reads, at so many bytes a weight of the matrices; tables take 2.
fn bytes(id: &str, each: f64) -> (f64, f64) {
    let known = facts().models.iter().find(|model| model.id == id);
    let model = known.unwrap_or_else(|| panic!("no model is called `{id}`"));
    let table = f64::from(model.vocab) * f64::from(model.hidden) / 1e9;
    let tables = if model.tied { 1.0 } else { 2.0 };
    let matrices = (model.params - tables * table) * each;
    (matrices + tables * table * 2.0, matrices + table * 2.0)
}

fn bandwidth() -> f64 {
    fact("dev.rtx-2000-ada.bandwidth")
}

fn floor(read: f64) -> f64 {
    read / bandwidth() * 1000.0
}

const PAIR: &str = "model.qwen2.5-1.5b";
/// Bytes that a token of the pair keeps.
const KEPT: f64 = 2.0 * 28.0 * 2.0 * 128.0 * 2.0;

#[test]
fn the_crossover_and_the_predictions() {
    let page = page("index");
    let ridge = fact("dev.rtx-2000-ada.bf16") * 1000.0 / bandwidth();
    let table = page.table_under("Where the crossover lies");
    for (row, each) in [("BF16", 2.0), ("INT4", 0.52)] {
        table.number_at(row, "Size").is(each);
        table.number_at(row, "Intensity").is(2.0 / each);
        table
            .number_at(row, "Batch")
            .is_to(if each < 1.0 { 2 } else { 3 }, ridge * each / 2.0);
    }
    let points = page.numbers_after("points:", 4);
    points[0].is(ridge * 0.26);
    points[1].is(0.52 / bandwidth() * 1000.0);
    points[2].is(ridge);
    points[3].is(2.0 / bandwidth() * 1000.0);

    let (whole, read) = (bytes(PAIR, 2.0).1, bytes(PAIR, 0.52).1);
    let tier_1 = page.numbers_after("The matrices:", 3);
    tier_1[0].is(fact("model.qwen2.5-1.5b.params") - 0.233374);
    tier_1[2].is((fact("model.qwen2.5-1.5b.params") - 0.233374) * 0.52);
    page.number_before("times, not 3.85").is(whole / read);
    let together = page.numbers_after("Together", 2);
    together[0].is(read);
    together[1].is(whole);
    page.number_before("% of what is left").is(46.6747 / read);

    let step = floor(whole) / 0.53;
    let slow = page.numbers_after("as the larger model was on the faster card, it takes", 3);
    slow[0].is(step);
    slow[2].is(step * 127.0);
    let more = page.numbers_after("is what carries over (", 2);
    more[0].is(12.1 - 6.43);
    more[1].is((12.1 - 6.43) * 28.0 / 36.0);
    page.number_before(": 1 − 1/1.70")
        .is(100.0 * (1.0 - 1.0 / 1.7));
    let fp8 = bytes(PAIR, 1.0).1;
    page.number_after("1.310 + 0.467 =").is(fp8);
    page.number_after("1.777 GB, so").is(floor(fp8));

    page.number_after("the weights shrink by")
        .is(bytes(PAIR, 2.0).0 - bytes(PAIR, 0.52).0);
    page.number_after("the cache grows by as much: about")
        .is_to(3, (whole - read) * 1e9 / KEPT);
    let cache = 32.0 * 528.0 * KEPT / 1e9;
    page.number_after("32 · 528 · 28 KiB =").is(cache);
    let shares = page.numbers_after("GB. In BF16", 5);
    shares[0].is(100.0 * cache / (whole + cache));
    shares[1].is(whole + cache);
    shares[3].is(100.0 * cache / (read + cache));
    shares[4].is(read + cache);
}

#[test]
fn which_models_fit_and_what_their_steps_need() {
    let page = page("tier-1");
    let promises = page.table_under("Spec");
    for (row, ms, tokens) in [("Chat", 3000.0, 128.0), ("Batch", 6000.0, 256.0)] {
        promises.number_at(row, "p95").is(ms);
        promises.number_at(row, "Most time").is(ms / (tokens - 1.0));
    }
    let table = page.table_under("Guidance");
    let rows = [
        PAIR,
        "model.opt-2.7b",
        "model.qwen2.5-3b",
        "model.llama-2-7b",
        "model.mistral-7b",
        "model.llama-3.1-8b",
    ];
    for id in rows {
        // A name is no figure: it stands here as the page's source has it.
        let name = &format!("{id}.name");
        let (whole, few) = (bytes(id, 2.0), bytes(id, 0.52));
        table.number_at(name, "Weights in BF16").is(whole.0);
        table.number_at(name, "Weights in 4 bits").is(few.0);
        table.number_at(name, "Floor in 4 bits").is(floor(few.1));
        // The engine has 14.4 GB and works in one of them.
        let fits = whole.0 + 1.0 < 14.4;
        if fits {
            table.number_at(name, "Floor in BF16").is(floor(whole.1));
        }
        let kept = fact(&format!("{id}.kv_token"));
        table.number_at(name, "Cache").is(kept);
    }
    let alone: Vec<bool> = rows
        .iter()
        .map(|id| floor(bytes(id, 2.0).1) < 6000.0 / 255.0)
        .collect();
    assert_eq!(alone, [true, false, false, false, false, false]);
    page.number_before("ms between its floor and 23.6")
        .is(3000.0 / 127.0 - floor(bytes(PAIR, 2.0).1));
}

#[test]
fn what_the_engine_s_share_holds() {
    let page = page("tier-1");
    let text = file("tier-1.md");
    for (name, each) in [("BF16", 2.0), ("4 bits", 0.52)] {
        let weights = bytes(PAIR, each).0;
        let tokens = ((14.4 - 1.0 - weights) * 1e9 / KEPT).floor();
        let grouped = format!("{},{:03}", tokens as u64 / 1000, tokens as u64 % 1000);
        let row = format!(
            "| {name} | {weights:.2} | {:.2} | {grouped} | {} |",
            weights * 1e9 / 1024f64.powi(3),
            (tokens / 4096.0) as u64
        );
        let found = text.lines().any(|line| unlinked(line) == row);
        assert!(found, "tier-1.md has no row `{row}`");
    }
    let more = (13.4 - bytes(PAIR, 0.52).0) / (13.4 - bytes(PAIR, 2.0).0);
    page.number_after("The bytes saved buy")
        .is(100.0 * (more - 1.0));
    page.number_after("of 656 tokens keep").is(32.0 * 656.0);
    page.number_after("If your log has some").is(0.466747);
    // The same share of 16 GiB, for who reads the card's size as its maker means it.
    let more = 0.9 * (16.0 * 1024f64.powi(3) - 16e9) / KEPT;
    page.number_after("than the table, by up to").is_to(2, more);
}

/// A line of a table, of each link what is shown.
fn unlinked(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, from)) = rest.split_once("](") {
        let (words, shown) = before.rsplit_once('[').unwrap_or(("", before));
        out += words;
        out += shown;
        rest = from.split_once(')').map_or("", |(_, after)| after);
    }
    out + rest
}

#[test]
fn listings_are_cut_from_the_scripts() {
    let page = file("tier-2.md");
    let mut seen = 0;
    for piece in page.split("```python title=\"").skip(1) {
        let (name, rest) = piece.split_once("\"\n").expect("a title ends");
        let (code, _) = rest.split_once("```").expect("a fence ends");
        assert!(
            file(name).contains(code),
            "{name} has not what the page shows"
        );
        seen += 1;
    }
    assert_eq!(seen, 4);
}

/// What the model of the sample gives a round: to the first token and to the last, in ms.
fn modelled(each: f64, prompts: &[f64], tokens: u32) -> (f64, f64) {
    // The sweep of the lesson on batches: 3.0859 billion weights, 36 layers, 112.6 TFLOPS.
    let work = fact("model.qwen2.5-1.5b.params") / fact("model.qwen2.5-3b.params")
        * fact("dev.rtx-5080.bf16")
        / fact("dev.rtx-2000-ada.bf16");
    let rest = (12.1 - 6.43) * 28.0 / 36.0;
    let row = (19.4 - 12.1) / 63.0 * work;
    let read = bytes(PAIR, each).1;
    let count = prompts.len() as f64;
    let step =
        |kept: f64| (read + kept * KEPT / 1e9) / bandwidth() * 1000.0 + rest + row * (count - 1.0);
    let mut kept: f64 = prompts.iter().sum();
    let first = step(kept) + kept * 30.0 / 512.0 * work;
    let mut last = first;
    for _ in 1..tokens {
        kept += count;
        last += step(kept);
    }
    (first, last)
}

/// A level of a sample file: tokens a second and p95, from its rows, after each row was held against the model.
fn level(name: &str, each: f64, count: usize, tokens: u32) -> (f64, f64) {
    let text = file(name);
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().expect("a head").split(',').collect();
    let at = |key: &str| head.iter().position(|of| *of == key).expect("a column");
    // The label has a comma's place of its own: what stands between quotes is one cell.
    let rows: Vec<Vec<String>> = lines.map(cells).collect();
    let number = |row: &[String], key: &str| row[at(key)].parse::<f64>().expect("a number");
    let of_level = rows
        .iter()
        .filter(|row| number(row, "level") as usize == count);
    let of_level: Vec<&Vec<String>> = of_level.collect();
    let mut waits = Vec::new();
    let mut time = 0.0;
    for round in of_level.chunks(count) {
        let prompts: Vec<f64> = round.iter().map(|r| number(r, "prompt_tokens")).collect();
        let (first, last) = modelled(each, &prompts, tokens);
        for row in round {
            assert_eq!(row[0], "a model, not measured (sample_model.py)");
            assert!((number(row, "ttft_ms") - first).abs() < 0.05, "{row:?}");
            assert!((number(row, "latency_ms") - last).abs() < 0.3, "{row:?}");
            waits.push(number(row, "latency_ms"));
        }
        time += number(round[0], "round_ms");
    }
    assert!(waits.len() >= 20 && waits.len() >= 5 * count);
    waits.sort_by(f64::total_cmp);
    let p95 = waits[(waits.len() * 95).div_ceil(100) - 1];
    let rate = f64::from(tokens) * waits.len() as f64 / time * 1000.0;
    (rate, p95)
}

fn cells(line: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => out.push(String::new()),
            c => out.last_mut().expect("a cell").push(c),
        }
    }
    out
}

#[test]
fn the_sample_is_the_model_s_and_the_study_s_tables_are_the_sample_s() {
    let page = page("tier-3");
    let table = page.table_under("Guidance");
    let levels = [
        ("chat", 1, 128),
        ("chat", 8, 128),
        ("chat", 16, 128),
        ("batch", 16, 256),
        ("batch", 32, 256),
    ];
    for (at, (kind, count, tokens)) in levels.into_iter().enumerate() {
        let bf16 = level(&format!("sample-{kind}-bf16.csv"), 2.0, count, tokens);
        let few = level(&format!("sample-{kind}-quant.csv"), 0.52, count, tokens);
        table.column("BF16 [tokens/s]")[at].is(bf16.0);
        table.column("4 bits [tokens/s]")[at].is(few.0);
        table.column("BF16, p95")[at].is(bf16.1);
        table.column("4 bits, p95")[at].is(few.1);
        table.column("Change")[at].is(100.0 * (few.0 / bf16.0 - 1.0));
        let promise = match (kind, count) {
            ("chat", 16) => 3000.0,
            ("batch", 32) => 6000.0,
            _ => continue,
        };
        let text = file("tier-3.md");
        for p95 in [bf16.1, few.1] {
            let off = (promise - p95).abs().round() as u32;
            let off = match off {
                0..1000 => off.to_string(),
                _ => format!("{},{:03}", off / 1000, off % 1000),
            };
            let kept = if p95 < promise { "kept" } else { "missed" };
            let words = format!("{kept}, by {off} ms |");
            assert!(text.contains(&words), "tier-3.md: `{words}`");
        }
    }
    let (slow, fast) = (
        level("sample-chat-bf16.csv", 2.0, 1, 128),
        level("sample-chat-quant.csv", 0.52, 1, 128),
    );
    let times = page.numbers_after("Read it against what bytes allow:", 2);
    times[0].is(bytes(PAIR, 2.0).1 / bytes(PAIR, 0.52).1);
    times[1].is(fast.0 / slow.0);
    let sixteen = read_page(&format!("{FOLDER}/index.md"));
    sixteen
        .number_after("the model behind the sample data comes to")
        .is(level("sample-chat-bf16.csv", 2.0, 16, 128).1);
    let round = read_page(&format!("{FOLDER}/tier-2.md"));
    let told = round.numbers_after("16 requests of 256", 2);
    told[0].is(level("sample-batch-bf16.csv", 2.0, 16, 256).0);
    told[1].is(16.0 * 256.0 / told[0].value);
}

#[test]
fn constants_of_the_study_s_plot_are_the_model_s() {
    let text = file("tier-3.md");
    let work = 1.5437 / 3.0859 * 112.6 / 48.0;
    for line in [
        format!("rest: {:.2}", (12.1 - 6.43) * 28.0 / 36.0),
        format!("row: {:.3}", (19.4 - 12.1) / 63.0 * work),
        format!("read16: {:.2}", floor(bytes(PAIR, 2.0).1)),
        format!("read4: {:.2}", floor(bytes(PAIR, 0.52).1)),
        format!("cache: {:.4}", 112.0 * KEPT / 1e6 / bandwidth()),
    ] {
        assert!(text.lines().any(|of| of == line), "no line `{line}`");
    }
    let long = format!("{:.4} * x", 528.0 * KEPT / 1e6 / bandwidth());
    assert_eq!(text.matches(&long).count(), 2, "{long}");
}

#[test]
fn three_formats_on_this_card() {
    let page = page("tier-4");
    let table = page.table_under("Guidance");
    let (peak, fast) = (fact("dev.rtx-2000-ada.bf16"), fact("dev.rtx-2000-ada.fp8"));
    for (name, each, rate) in [
        ("BF16", 2.0, peak),
        ("FP8", 1.0, fast),
        ("4 bits", 0.52, peak),
    ] {
        let read = bytes(PAIR, each).1;
        table.number_at(name, "Bytes").is(read);
        table.number_at(name, "Floor").is(floor(read));
        table.number_at(name, "Rate").is(rate);
        table
            .number_at(name, "Batch at")
            .is(rate * 1000.0 / bandwidth() * each / 2.0);
    }
    // 2n operations at the 16-bit rate take as long as one byte a weight.
    page.number_after("ahead of both from about")
        .is(peak * 1000.0 / bandwidth() / 2.0);
    let last = read_page(&format!("{FOLDER}/day-complete.md"));
    let left = last.numbers_after("outweighs the 4-bit", 2);
    left[0].is(bytes(PAIR, 0.52).1);
    left[1].is_to(1, bytes(PAIR, 0.52).1 * 1e9 / KEPT);
}
