//! Numbers of the module on profiling.

use super::page::{fact, read_page};

const FOLDER: &str = "miniaturization/profiling";

fn page(name: &str) -> super::page::Page {
    read_page(&format!("{FOLDER}/{name}.md"))
}

/// The times of `kernels/examples/samples.cu`, made again.
fn samples() -> Vec<f64> {
    let mut noise = 1u32;
    let mut random = || {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(noise >> 8) / f64::from(1 << 24)
    };
    (0..200)
        .map(|n| {
            let mut time = 40.0 + random();
            if random() < 0.06 {
                time += 20.0 * random();
            }
            time + if n < 5 { f64::from(80 >> n) } else { 0.0 }
        })
        .collect()
}

/// The value at place ⌈p · n⌉.
fn percentile(times: &[f64], p: f64) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[(p * sorted.len() as f64 - 1e-9).ceil() as usize - 1]
}

fn mean(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / times.len() as f64
}

/// A product of `rows` rows with the gate matrix, in MB of 16-bit numbers.
fn gate(rows: f64) -> f64 {
    2.0 * (rows * 2048.0 + 2048.0 * 11_008.0 + rows * 11_008.0) / 1e6
}

#[test]
fn a_computed_bandwidth_above_the_memory() {
    let page = page("lesson-01-measure-first");
    page.number_after("The benchmark counts 200 ·")
        .is(gate(0.0));
    page.number_after("counts 200 · 45.1 MB =").is(200.0 * 45.1);
    let table = page.table_under("Caches that flatter");
    let (rows, times) = (table.column("Rows"), table.column("Time"));
    let (rates, shares) = (table.column("Computed"), table.column("Share"));
    for n in 0..rows.len() {
        // The log's times have three digits, so its rates may differ from these in the fourth.
        let rate = gate(rows[n].value) / times[n].value * 1000.0;
        assert!(
            (rates[n].value / rate - 1.0).abs() < 0.002,
            "row {n}: {rate}"
        );
        shares[n].is(100.0 * rates[n].value / fact("dev.rtx-5080.bandwidth"));
    }
    let floor = gate(0.0) / fact("dev.rtx-5080.bandwidth") * 1000.0;
    page.number_after("In a step the product takes at least")
        .is(floor);
    page.number_before("µs and 58 % of the peak")
        .is(66.0 * 1.33);
    page.number_after("87.8 µs and")
        .is(87.5 / 1.33 / 112.6 * 100.0);
    page.number_after("which times longer by a third would make")
        .is(101.5 / 1.33 / 112.6 * 100.0);
    page.number_after("Half the work takes").is(68.7 / 39.5);
}

#[test]
fn percentiles_and_how_many() {
    let page = page("lesson-01-measure-first");
    let all = samples();
    let mut sorted = all.clone();
    sorted.sort_by(f64::total_cmp);
    page.number_after("With 200 that is")
        .is(200.0 * 0.95 * 0.05);
    page.number_after("that is 9.5, a deviation of")
        .is(9.5f64.sqrt());
    let away = 1.96 * 9.5f64.sqrt();
    let places = page.numbers_after("so the true value lies between places", 2);
    places[0].is(190.0 - away);
    places[1].is(190.0 + away);
    let values = page.numbers_after("In the figure these are", 2);
    values[0].is(sorted[183]);
    values[1].is(sorted[195]);
    let middle = page.numbers_after("The median lies between places", 4);
    let away = 1.96 * 50f64.sqrt();
    middle[0].is(100.0 - away);
    middle[1].is(100.0 + away);
    middle[2].is(sorted[85]);
    middle[3].is(sorted[113]);
    page.number_after("With all, p95 is")
        .is(percentile(&all, 0.95));
    page.number_after("without the five,")
        .is(percentile(&all[5..], 0.95));
    let moved = page.numbers_after("The mean goes from", 4);
    moved[0].is(mean(&all));
    moved[1].is(mean(&all[5..]));
    moved[2].is(percentile(&all, 0.5));
    moved[3].is(percentile(&all[5..], 0.5));
    page.number_after("Of the first 20 alone, p95 is")
        .is(percentile(&all[..20], 0.95));
}

#[test]
fn eleven_times_and_a_floor() {
    let page = page("lesson-01-measure-first");
    let times: Vec<f64> = page
        .numbers_after("Eleven times of one kernel, in µs:", 11)
        .iter()
        .map(|time| time.value)
        .collect();
    page.number_after("place ⌈0.5 · 11⌉ = 6, so")
        .is(percentile(&times, 0.5));
    page.number_after("place ⌈0.95 · 11⌉ = 11, so")
        .is(percentile(&times, 0.95));
    page.number_after("Mean: 416.2 / 11 =").is(mean(&times));
    page.number_after("One sample moved it by")
        .is(mean(&times) - mean(&times[..10]));
    let bandwidth = fact("dev.rtx-5080.bandwidth");
    page.number_after("Floor: 28.0 MB / 960 GB/s =")
        .is(28.0 / bandwidth * 1000.0);
    let drawn = page.numbers_after("At the median the kernel draws", 2);
    drawn[0].is(28.0 / 36.4 * 1000.0);
    drawn[1].is(28.0 / 36.4 * 1000.0 / bandwidth * 100.0);
    let buffers = (2.0 * fact("dev.rtx-5080.l2") / 28.0).ceil();
    page.number_after("takes ⌈128 / 28.0⌉ =").is(buffers);
    page.number_after("Its floor from memory is")
        .is(8.0 / fact("dev.a100.bandwidth") * 1000.0);
    page.number_after("2 MB are")
        .is(2.0 / fact("dev.h100.bandwidth") * 1000.0);
}

#[test]
fn what_a_monitor_counts() {
    let page = page("lesson-02-two-profilers");
    let table = page.table_under("Worked example");
    let (from, to) = (table.column("From"), table.column("To"));
    let (sms, used) = (table.column("Multiprocessors"), table.column("Time used"));
    let (mut busy, mut until, mut sum, mut area) = (0.0, 0.0, 0.0, 0.0);
    for n in 0..from.len() {
        let (begin, end): (f64, f64) = (from[n].value, to[n].value);
        busy += (end - begin.max(until)).max(0.0);
        until = end.max(until);
        sum += end - begin;
        used[n].is((end - begin) * sms[n].value);
        area += used[n].value;
    }
    page.number_after("180 + 230 + 210 + 300 =").is(sum);
    page.number_after("so some kernel runs for").is(busy);
    page.number_after("Multiprocessors used:").is(area);
    page.number_after("84 · 1,000 = 84,000. That is")
        .is(100.0 * area / 84_000.0);
    page.number_after("Gaps: 20 + 90 =").is(1000.0 - busy);
    let alone = 180.0 * 8.0 / 84.0;
    page.number_after("180 · 8 / 84 =").is(alone);
    page.number_after("180 · 8 / 84 = 17 µs:").is(180.0 - alone);
    let fall = page.numbers_after("GPU-Util would *fall*, to", 3);
    fall[0].is(busy - 180.0 + alone);
    fall[1].is(1000.0 - 180.0 + alone);
    fall[2].is(100.0 * (busy - 180.0 + alone) / (1000.0 - 180.0 + alone));
    let weights = 2.0 * fact("model.qwen2.5-3b.params");
    page.number_after("6.17 GB in 12.1 ms are")
        .is(weights / 12.1 * 1000.0);
    page.number_after("are 510 GB/s,")
        .is(100.0 * weights / 12.1 * 1000.0 / fact("dev.rtx-5080.bandwidth"));
    page.number_after("must be 36 · 7 + 1 =")
        .is(36.0 * 7.0 + 1.0);
    page.number_after("725 + 540 =").is(5.0 * 253.0);
    page.number_before("= 36 · 5 + 1 are not decode's")
        .is(36.0 * 5.0 + 1.0);
    page.number_after("The host needs").is(432.0 * 5.0 / 1000.0);
    let places = fact("dev.h100.blocks_sm") * fact("dev.h100.sms");
    page.number_after("one block of 32 · 132 =").is(places);
}

#[test]
fn three_transpositions() {
    let page = page("lesson-03-kernel-report");
    let bytes = 2.0 * 1024.0 * 1024.0 * 4.0;
    page.number_after("without 2 · 1,024² · 4 B =")
        .is(bytes / 1024.0 / 1024.0);
    page.number_after("Over 2,039 GB/s:")
        .is(bytes / fact("dev.a100.bandwidth") / 1000.0);
    let requests = 1024.0 * 1024.0 / 32.0;
    page.number_after("Requests: 1,024² / 32 =").is(requests);
    let naive = page.numbers_after("32,768 · 36 =", 3);
    naive[0].is(requests * 36.0);
    naive[1].is(requests * 36.0 * 32.0 / 1024.0 / 1024.0);
    naive[2].is(36.0 / 8.0);
    page.number_after("32,768 · 32 =").is(requests * 32.0);
    let passes = requests * 33.0;
    page.number_after("to fill the tile. Of").is(passes);
    let sms = fact("dev.a100.sms");
    let clock = fact("dev.a100.clock") * 1e6;
    page.number_after("each of 108 multiprocessors does")
        .is(passes / sms);
    page.number_after("10,012, one a clock:")
        .is(passes / sms / clock * 1e6);
    let padded = page.numbers_after("5. *Padded*:", 2);
    padded[0].is(requests * 2.0);
    padded[1].is(requests * 2.0 / sms / clock * 1e6);
    // The lab's case of 64 × 96, 192 requests each way.
    let table = page.table_under("Try it");
    let sectors = [192.0 * 36.0, 192.0 * 8.0, 192.0 * 8.0];
    for (n, sectors) in sectors.into_iter().enumerate() {
        table.column("Sectors")[n].is(sectors);
        table.column("Moved")[n].is(sectors * 32.0 / 1024.0);
    }
    table.number_at("tile", "Passes").is(192.0 * 31.0);
}

#[test]
fn active_is_not_busy() {
    let page = page("lesson-03-kernel-report");
    let table = page.table_under("Find what is wrong");
    let active = table.number_at("SM active", "Batch 32").value
        / table.number_at("Elapsed", "Batch 32").value;
    page.number_after("10,961 / 20,389 =").is(100.0 * active);
    let few =
        table.number_at("SM active", "Batch 1").value / table.number_at("Elapsed", "Batch 1").value;
    let busy = |batch: &str| table.number_at("SM Busy", batch).value;
    page.number_before("% of the peak over the whole kernel")
        .is(active * busy("Batch 32"));
    // Over the active share, both batches give the same.
    let pace = page.number_before("%, the same pace in each active cycle");
    pace.is(busy("Batch 32") / active);
    pace.is(busy("Batch 1") / few);
    page.number_after("At batch 1 only").is(100.0 * few);
    let times =
        |row: &str| table.number_at(row, "Batch 32").value / table.number_at(row, "Batch 1").value;
    page.number_after("The batch costs").is(times("SM active"));
    page.number_after("32 times the active cycles and")
        .is(times("Duration"));
    page.number_after("has 8 warps of 64 places:")
        .is(100.0 * 8.0 / 64.0);
    page.number_after("40 blocks on 132 multiprocessors:")
        .is(132.0 - 40.0);
}

#[test]
fn a_step_forecast_from_its_parts() {
    let page = page("lesson-04-quantised-profile");
    let llama = fact("model.llama-2-7b.params");
    page.number_after("operations at 312 TFLOPS are")
        .is(2.0 * llama * 1024.0 / fact("dev.a100.bf16"));
    let bytes = page.numbers_after("The weights' bytes need", 2);
    let bandwidth = fact("dev.a100.bandwidth");
    bytes[0].is(2.0 * llama / bandwidth * 1000.0);
    // 3.89 GB, as the published files are.
    bytes[1].is(3.89 / bandwidth * 1000.0);
    page.number_before("times, not four. In prefill")
        .is(97.0 / 38.0);

    let params = fact("model.qwen2.5-3b.params");
    let kept = 151_936.0 * 2048.0 / 1e9;
    let (rate, step) = (656.0, 12.1);
    let before = 2.0 * params / rate * 1000.0;
    let rest = step - before;
    page.number_after("/ 656 GB/s =").is(before);
    page.number_after("The rest is 12.1 − 9.41 =").is(rest);
    page.number_after("151,936 · 2,048 =").is(kept);
    page.number_after("stays in BF16:").is(2.0 * kept);
    page.number_before("billion take 0.52 B each")
        .is(params - kept);
    page.number_after("take 0.52 B each:")
        .is(0.52 * (params - kept));
    let small = 2.0 * kept + 0.52 * (params - kept);
    page.number_after("each: 1.443 GB. Together").is(small);
    let after = small / rate * 1000.0;
    page.number_after("draw 656 GB/s too, products take")
        .is(after);
    let fast = page.numbers_after("With the rest:", 2);
    fast[0].is(after + rest);
    fast[1].is(step / (after + rest));
    page.number_after("(The bytes alone say")
        .is(2.0 * params / small);
    page.number_after("0.52 + 2 + 2 = 4.52 B:")
        .is(4.52 * (params - kept));
    let apart = 2.0 * kept + 4.52 * (params - kept);
    let slow = page.numbers_after("with the table", 2);
    slow[0].is(apart);
    slow[1].is(apart / rate * 1000.0);
    let slow = page.numbers_after("The step takes", 2);
    slow[0].is(apart / rate * 1000.0 + rest);
    slow[1].is((apart / rate * 1000.0 + rest) / step);
    page.number_after("one more kernel for each of")
        .is(36.0 * 7.0);
    page.number_after("that the device has to wait for, these are")
        .is(36.0 * 7.0 * 5.0 / 1000.0);
    page.number_after("were not products,")
        .is(100.0 * rest / step);
    page.number_after("Of 5.8 they are")
        .is(100.0 * rest / (after + rest));
}

#[test]
fn kernels_by_their_calls() {
    let page = page("lesson-04-quantised-profile");
    page.number_after("725 + 540 =")
        .is(5.0 * (36.0 * 7.0 + 1.0));
    let third = 36.0 * 5.0 + 1.0;
    page.number_before("= 36 · 5 + 1 fit one prefill").is(third);
    // A bell's share beyond 3, 2 and 1 standard deviations.
    let outside = page.numbers_after("the parts outside grow from", 3);
    outside[0].is(0.26998);
    outside[1].is(4.5500);
    outside[2].is(31.7311);
    page.number_after("0.52 + 2 + 2 = 4.52 B, ").is(4.52 / 2.0);
}

#[test]
fn bytes_of_two_ways_to_unpack() {
    let page = page("lesson-04-quantised-profile");
    let weights = 512.0 * 1024.0;
    let packed = weights / 2.0 + weights / 128.0 * 2.0;
    let (x, y) = (1024.0 * 4.0, 512.0 * 4.0);
    let least = [
        packed + 2.0 * weights,
        2.0 * weights + x + y,
        packed + x + y,
    ];
    let table = page.table_under("Try it");
    for (n, bytes) in least.into_iter().enumerate() {
        table.column("At least")[n].is(bytes / 1024.0);
        table.column("Bytes a weight")[n].is(bytes / weights);
    }
    page.number_before("times as much as fused, and")
        .is((least[0] + least[1]) / least[2]);
    page.number_after("times as much as fused, and")
        .is((least[0] + least[1]) / least[1]);
    page.number_after("so a weight is").is(packed / weights);
    page.number_after("so p = 0.375 / 0.655 =")
        .is(100.0 * 0.375 / (1.0 - 1.0 / 2.9));
    let calls = page.numbers_after("96 · 4 · 3 =", 2);
    calls[0].is(96.0 * 4.0 * 3.0);
    calls[1].is(100.0 * 1.152 / 6.0);
    let zero = page.numbers_after("(4 + 20 / 128) / 8 =", 3);
    zero[0].is((4.0 + 20.0 / 128.0) / 8.0);
    zero[1].is((4.0 + 16.0 / 128.0) / 8.0);
    zero[2].is(100.0 * ((4.0 + 20.0 / 128.0) / (4.0 + 16.0 / 128.0) - 1.0));
}

#[test]
fn the_project() {
    let page = page("project");
    page.number_after("512 warps · 8 requests · 32 =")
        .is(512.0 * 8.0 * 32.0);
    page.number_after("After: 512 · 4 · 16 =")
        .is(512.0 * 4.0 * 16.0);
    page.number_after("threads](id:term.thread) leave")
        .is(fact("dev.a100.sms") - 64.0);
    let weights = 512.0 * 1024.0;
    let packed = weights / 2.0 + weights / 128.0 * 2.0;
    let floors = page.numbers_after("term.floor) are printed:", 2);
    let ns = |bytes: f64| bytes / fact("dev.a100.bandwidth");
    floors[0].is(ns(packed + 2.0 * weights));
    floors[1].is(ns(2.0 * weights + 1024.0 * 4.0 + 512.0 * 4.0));
    // x, packed weights, scales and y, in sectors.
    let moved = 32.0 * (32_768.0 + 8192.0 + 2048.0 + 512.0) / 1024.0 / 1024.0;
    page.number_after("You should find *moved* at").is(moved);
    let share = 64.0 / (8.0 * fact("dev.a100.sms"));
    page.number_after("they do not change,").is(share);
}
