//! Numbers of the results of week 2, computed again: kernels and calls, counters, twelve products, verdicts, the skipped all-reduce.
//!
//! In: the five pages. What somebody measured is read from the tables as published; everything else is computed from it, from the
//! shape of the model and from the sheet of the card.

use crate::page::{Page, Printed, fact, read_page};

/// Multiprocessors, GB/s and dense TFLOPS of the card.
fn card() -> (f64, f64, f64) {
    (
        fact("dev.rtx-5080.sms"),
        fact("dev.rtx-5080.bandwidth"),
        fact("dev.rtx-5080.bf16"),
    )
}

fn page(name: &str) -> Page {
    read_page(&format!("hardware-foundations/week-2/{name}.md"))
}

fn model(key: &str) -> f64 {
    fact(&format!("model.qwen2.5-3b.{key}"))
}

/// Bytes of all weights, and of a token's cache.
fn weights() -> f64 {
    2e9 * model("params")
}

fn token() -> f64 {
    1024.0 * model("kv_token")
}

/// Products of a step: seven a layer, and the logits.
fn products() -> f64 {
    7.0 * model("layers") + 1.0
}

fn values(printed: &[Printed]) -> Vec<f64> {
    printed.iter().map(|number| number.value).collect()
}

#[test]
fn shares_of_kernels_add_up() {
    let page = page("results-1-inventory");
    let table = page.table_under("The table");
    let (one, many) = (
        values(&table.column("Share at 1")),
        values(&table.column("Share at 32")),
    );
    let sums = page.table_under("The table, in groups");
    let gemv = one[0] + one[1];
    sums.number_at("GEMV", "Rows at 1").is(gemv);
    sums.number_at("GEMV", "Printed at 1").is(gemv);
    sums.number_at("GEMM", "Rows at 1").is(one[2]);
    sums.number_at("GEMM", "Printed at 1").is(one[2]);
    let listed: f64 = many.iter().sum();
    sums.number_at("GEMM", "Rows at 32").is(listed);
    let tensor = sums.number_at("GEMM", "Printed at 32").value;
    let attention = |column: &str| {
        let both = sums.number_at("FlashAttention, both", &format!("Rows {column}"));
        let parts = ["decode", "prefill"].map(|phase| {
            let row = format!("FlashAttention, {phase}");
            sums.number_at(&row, &format!("Printed {column}")).value
        });
        both.is(parts[0] + parts[1]);
        parts[0] + parts[1]
    };
    page.number_after("So at batch 32 about")
        .is(tensor - listed);
    let unnamed = page.numbers_after("a sixth of the time has no name:", 2);
    unnamed[0].is(100.0 - one.iter().sum::<f64>() - attention("at 1"));
    unnamed[1].is(100.0 - tensor - attention("at 32"));
}

#[test]
fn calls_are_multiples_of_the_model_s_products() {
    let page = page("results-1-inventory");
    let table = page.table_under("The table");
    let one = values(&table.column("Calls at 1"));
    let many = values(&table.column("Calls at 32"));
    let layers = model("layers");
    page.number_after("One step runs 36 × 7 + 1 =")
        .is(products());
    let calls = page.number_after("725 + 540 =");
    calls.is(one[0] + one[1]);
    page.number_after("1,265 / 253 =")
        .is(calls.value / products());
    let steps = (calls.value / products()).round();
    assert_eq!(steps * products(), one[0] + one[1]);
    assert_eq!(one[0], steps * (layers * 4.0 + 1.0));
    assert_eq!(one[1], steps * layers * 3.0);
    assert_eq!(one[2], layers * 5.0 + 1.0);
    let all: f64 = many.iter().sum();
    page.number_after("432 + 433 + 432 =").is(all);
    assert_eq!(all, 6.0 * 6.0 * layers + 1.0);
    page.number_after("32 × 7 + 1 =").is(225.0);
    assert_eq!(1350.0 / 225.0, 6.0);
}

#[test]
fn which_matrices_three_calls_a_layer_can_be() {
    let page = page("results-1-inventory");
    let hidden = model("hidden");
    let feed = hidden * model("ffn");
    let wide = hidden * hidden;
    let narrow = hidden * model("kv_heads") * model("head_dim");
    let share = |weights: f64| 100.0 * 2.0 * model("layers") * weights / self::weights();
    let asked = page.numbers_after("calls took", 1);
    asked[0].is(100.0 * 19.3 / (47.2 + 19.3));
    let said = page.numbers_after("(Q, output, K) hold", 4);
    said[0].is(share(2.0 * wide + narrow));
    said[1].is(share(feed + 2.0 * narrow));
    said[2].is(share(feed + 2.0 * wide));
    said[3].is(share(2.0 * feed + narrow));
    page.number_after("Down, K and V are")
        .is(share(feed + 2.0 * narrow));
}

/// The two columns of a metric as published.
fn counters(row: &str) -> [f64; 2] {
    let table = page("results-2-speed-of-light").table_under("The table");
    ["Batch 1", "Batch 32"].map(|batch| table.number_at(row, batch).value)
}

#[test]
fn counters_and_what_follows_from_them() {
    let page = page("results-2-speed-of-light");
    let table = page.table_under("The table");
    for row in table.words("Metric") {
        let [one, many] = counters(&row);
        table.number_at(&row, "Times, computed").is(many / one);
        // The notes print 1.16 for 1.165, and a half for 0.476.
        let printed = table.number_at(&row, "Times, printed").value;
        assert!(
            (printed * one / many - 1.0).abs() < 0.06,
            "{row}: {printed}"
        );
    }
    let derived = page.table_under("What follows from them");
    let (sms, _, _) = card();
    let (active, elapsed) = (counters("SM active"), counters("Elapsed"));
    let (busy, share) = (counters("SM Busy"), counters("DRAM"));
    let (rate, time) = (counters("Memory throughput"), counters("Duration"));
    for (at, batch) in ["Batch 1", "Batch 32"].into_iter().enumerate() {
        let is = |row: &str, computed: f64| derived.number_at(row, batch).is(computed);
        let worked = active[at] / elapsed[at];
        is("Clock", elapsed[at] / time[at] / 1e3);
        is("Peak of the memory", rate[at] / share[at] * 100.0);
        is("Bytes moved", rate[at] * time[at] / 1e3);
        is("Cycles with work", active[at] * sms);
        is("Share of cycles", 100.0 * worked);
        is("SMs with work", worked * sms);
        is("SM Busy over", busy[at] / worked);
    }
}

#[test]
fn blocks_of_the_attention_kernel() {
    let page = page("results-2-speed-of-light");
    let sms = card().0;
    let (active, elapsed) = (counters("SM active"), counters("Elapsed"));
    let heads = model("kv_heads");
    let one = active[0] * sms / heads;
    let many = active[1] * sms / (32.0 * heads);
    page.number_after("28,560 / 2 =").is(one);
    let said = page.numbers_after("920,724 / 64 =", 2);
    said[0].is(many);
    said[1].is(100.0 * (many / one - 1.0));
    let queries = model("heads");
    let (short, also) = (
        active[0] * sms / queries,
        active[1] * sms / (32.0 * queries),
    );
    let said = page.numbers_after("16 blocks a request, of", 2);
    said[0].is(short);
    said[1].is(also);
    let left = page.numbers_after("but at batch 1 it leaves", 2);
    left[0].is(elapsed[0] - short);
    left[1].is(elapsed[0]);
    // Some multiprocessor was active at least as long as the mean of all.
    let most = page.numbers_after("at batch 32 at most", 3);
    most[0].is(elapsed[1] - active[1]);
    most[1].is(elapsed[1]);
    most[2].is(active[1]);
    page.number_after("before and after it:")
        .is(elapsed[0] - one);
    page.number_after("cycles at batch 1,")
        .is(elapsed[1] - many);
    page.number_after("hold 84 blocks:").is(sms / heads);
}

#[test]
fn bytes_of_one_launch_mean_twenty_tokens() {
    let page = page("results-2-speed-of-light");
    let (rate, time) = (counters("Memory throughput"), counters("Duration"));
    let moved = rate[1] * time[1] * 1e3;
    let a_token = token() / model("layers");
    page.number_after("over 36 [layers](id:term.layer), so")
        .is(a_token / 1024.0);
    let said = page.numbers_after("At batch 32 it moved", 3);
    said[0].is(moved / 1e6);
    said[1].is(moved / 32.0 / 1e3);
    said[2].is(moved / 32.0 / a_token);
    page.number_after("over 32 requests and all layers that is")
        .is(24e6 / 32.0 / token());
    let first = rate[0] * time[0] * 1e3;
    let added = page.numbers_after("added between the batches brought", 2);
    added[0].is((moved - first) / 31.0 / 1e3);
    added[1].is((moved - first) / 31.0 / a_token);
    let cache = page.numbers_after("20 KiB,", 2);
    cache[0].is(100.0 * 20.0 * a_token / first);
    // Queries and results of sixteen heads, two bytes a number.
    cache[1].is(2.0 * 2.0 * model("heads") * model("head_dim") / 1024.0);
    let launches = page.numbers_after("36 launches of 6.78 µs are", 2);
    launches[0].is(model("layers") * time[0] / 1e3);
    launches[1].is(100.0 * model("layers") * time[0] / 12.1e3);
    page.number_after("where a launch reads one:")
        .is(moved / 1e6);
}

/// A row of the twelve, from its M alone: FLOP, bytes, floor in µs.
fn product(m: f64) -> (f64, f64, f64) {
    let (k, n) = (model("hidden"), model("ffn"));
    let (_, bandwidth, peak) = card();
    let flop = 2.0 * m * k * n;
    let bytes = 2.0 * (m * k + k * n + m * n);
    let floor = (bytes / bandwidth / 1e3).max(flop / peak / 1e6);
    (flop, bytes, floor)
}

/// M and the GPU's µs of each row, as published.
fn measured() -> Vec<(f64, f64)> {
    let table = page("results-3-roofline").table_under("As published");
    let (rows, times) = (table.column("M"), table.column("GPU"));
    assert_eq!(rows.len(), 12);
    let pairs = rows.iter().zip(&times);
    pairs.map(|(m, time)| (m.value, time.value)).collect()
}

/// Within 0.2 % and the rounding of the last digit.
#[track_caller]
fn agrees(printed: &Printed, computed: f64, last: f64) {
    let off = (printed.value - computed).abs();
    assert!(
        off <= 0.002 * computed + 0.5 * last + 1e-9,
        "{} is printed, {computed} is computed",
        printed.value
    );
}

#[test]
fn twelve_rows_as_published_agree_with_themselves() {
    let table = page("results-3-roofline").table_under("As published");
    let (_, bandwidth, peak) = card();
    for (row, (m, time)) in measured().into_iter().enumerate() {
        let (flop, bytes, _) = product(m);
        let (tflops, rate) = (flop / time / 1e6, bytes / time / 1e3);
        agrees(&table.column("TFLOPS")[row], tflops, 0.1);
        agrees(
            &table.column("Of the dense")[row],
            100.0 * tflops / peak,
            0.1,
        );
        agrees(&table.column("GB/s")[row], rate, 1.0);
        agrees(
            &table.column("Of the band")[row],
            100.0 * rate / bandwidth,
            1.0,
        );
        agrees(&table.column("FLOP a byte")[row], flop / bytes, 0.1);
    }
}

#[test]
fn twelve_rows_recomputed() {
    let table = page("results-3-roofline").table_under("Recomputed");
    assert_eq!(table.column("M").len(), 12);
    for (row, (m, time)) in measured().into_iter().enumerate() {
        let (_, bytes, floor) = product(m);
        assert_eq!(table.column("M")[row].value, m);
        table.column("Bytes")[row].is(bytes / 1e6);
        table.column("Floor")[row].is(floor);
        table.column("Time over")[row].is(time / floor);
        table.column("Share of")[row].is(100.0 * floor / time);
    }
}

#[test]
fn the_worked_row_and_the_readings() {
    let page = page("results-3-roofline");
    let (_, bandwidth, peak) = card();
    let (flop, bytes, floor) = product(32.0);
    page.number_after("2 × 32 × 2,048 × 11,008 =")
        .is(flop / 1e9);
    page.number_after("2,048 × 11,008 + 32 × 11,008) =")
        .is(bytes / 1e6);
    page.number_after("45.92 MB / 960 GB/s =").is(floor);
    page.number_after("1.443 GFLOP / 112.6 TFLOPS =")
        .is(flop / peak / 1e6);
    let time = |m: f64| {
        let all = measured();
        all.iter().find(|row| row.0 == m).expect("the row").1
    };
    let said = page.numbers_after("4. Measured:", 3);
    said[0].is(time(32.0));
    said[1].is(time(32.0) / floor);
    said[2].is(100.0 * floor / time(32.0));
    let answer = page.numbers_after("{#p1}\n\n ", 2);
    answer[0].is(floor);
    answer[1].is(bytes / 1e6);
    page.number_after("from 64 to 128 time grows")
        .is(time(128.0) / time(64.0));
    page.number_after("It is a slow kernel:")
        .is(time(1.0) / time(2.0));
    let above: Vec<f64> = measured()
        .iter()
        .map(|(m, time)| 100.0 * product(*m).2 / time - 100.0)
        .filter(|above| *above > 0.0)
        .collect();
    assert_eq!(above.len(), 6);
    let said = page.numbers_after("They lie", 2);
    said[0].is_to(
        1,
        above.iter().copied().fold(f64::INFINITY, f64::min).floor(),
    );
    said[1].is(above.iter().copied().fold(0.0, f64::max));
    page.number_after("all that the L2 gives: then the ridge is at")
        .is(peak / 1.276);
    page.number_before("does follow from the sheet")
        .is(peak / bandwidth * 1e3);
    page.number_after("45.1 MB / 224 GB/s =")
        .is(product(1.0).1 / fact("dev.rtx-2000-ada.bandwidth") / 1e3);
    page.number_after("= 201 µs, and")
        .is(product(64.0).1 / fact("dev.rtx-2000-ada.bandwidth") / 1e3);
    page.number_after("6.17 GB / 1,276 GB/s =")
        .is(weights() / 1276e9 * 1e3);
    let (k, n) = (model("hidden"), model("ffn"));
    let ridge = peak / bandwidth * 1e3;
    page.number_after("a byte on, M =")
        .is(ridge * n * k / (n * k - ridge * (n + k)));
}

#[test]
fn the_host_lags_by_little() {
    let page = page("results-3-roofline");
    let table = page.table_under("As published");
    let (gpu, host) = (table.column("GPU"), table.column("Host"));
    let lags: Vec<f64> = gpu
        .iter()
        .zip(&host)
        .map(|(gpu, host)| host.value - gpu.value)
        .collect();
    let said = page.numbers_after("The host lags by", 2);
    said[0].is(lags.iter().copied().fold(f64::INFINITY, f64::min));
    said[1].is(lags.iter().copied().fold(0.0, f64::max));
}

#[test]
fn where_the_cache_outweighs_the_weights() {
    let page = page("results-4-calibration");
    let equal = weights() / token();
    page.number_after("{#p1}\n\n ").is_to(3, equal / 32.0);
    let table = page.table_under("Four rules to work by");
    for (row, part) in [("10 %", 0.1), ("equal", 1.0)] {
        table.number_at(row, "Tokens").is_to(3, part * equal);
        table
            .number_at(row, "Each of 32")
            .is_to(3, part * equal / 32.0);
        table
            .number_at(row, "Each of 64")
            .is_to(3, part * equal / 64.0);
    }
    let half = page.numbers_after("At 32 × 2,000 tokens the cache is", 5);
    let cache = 32.0 * 2000.0 * token();
    let bandwidth = card().1 * 1e9;
    half[0].is(cache / 1e9);
    half[1].is(weights() / 1e9);
    half[2].is(cache / 2.0 / bandwidth * 1e3);
    half[3].is((weights() + cache) / bandwidth * 1e3);
    half[4].is(100.0 * cache / 2.0 / (weights() + cache));
    let small = page.numbers_after("8 × 500 tokens are", 2);
    small[0].is(4000.0 * token() / 1e9);
    small[1].is(100.0 * 4000.0 * token() / weights());
}

#[test]
fn a_large_batch_with_a_cache_is_bound_by_memory_again() {
    let page = page("results-4-calibration");
    let flop = 128.0 * weights();
    let intensity = |context: f64| flop / (weights() + 128.0 * context * token());
    let said = page.numbers_after("128 requests at 2,000 tokens read", 4);
    said[0].is(weights() / 1e9);
    said[1].is(128.0 * 2000.0 * token() / 1e9);
    said[2].is(flop / 1e9);
    said[3].is(intensity(2000.0));
    page.number_after("less than half of the ridge (and")
        .is((weights() + 128.0 * 2000.0 * token()) / 1e9);
    assert!(intensity(2000.0) < fact("dev.rtx-5080.ridge") / 2.0);
    page.number_after("The same batch at 20 tokens has")
        .is(intensity(20.0));
    let (_, bandwidth, peak) = card();
    page.number_after("over 960 GB/s is")
        .is(peak / bandwidth * 1e3);
}

#[test]
fn the_all_reduce_that_was_not_measured() {
    let page = page("results-5-nvlink");
    let table = page.table_under("What the model says");
    let message = 2.0 * 32.0 * model("hidden");
    assert_eq!(message, 128.0 * 1024.0);
    let messages = 2.0 * model("layers");
    for (head, gpus, step, rate) in [
        ("2, NVLink", 2.0, 0.6, 370.0),
        ("8, NVLink", 8.0, 0.6, 370.0),
        ("2, PCIe", 2.0, 1.0, fact("dev.rtx-5080.pcie")),
    ] {
        let fixed = 6.6 + step * 2.0 * (gpus - 1.0);
        let factor = 2.0 * (gpus - 1.0) / gpus;
        let time = fixed + factor * message / rate / 1e3;
        table.number_at("Fixed", head).is(fixed);
        table
            .number_at("Knee", head)
            .is(fixed * rate / factor / 1e3);
        table.number_at("128 KiB", head).is(time);
        table.number_at("72 of", head).is(messages * time / 1e3);
    }
}
