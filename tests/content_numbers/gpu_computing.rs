//! Numbers of the first lessons on GPU acceleration, of its plan and its targets, computed again.
//!
//! In: pages and facts; of the CPU what its vendor prints (64 cores at 2.45 GHz, two vectors of eight floats a cycle, eight
//! channels of DDR4-3200). Out: one test for each worked example, table and exercise. What `dispatch.cu` counts is held by
//! `tests/examples.rs`; here the page must say the same numbers.

use crate::page::{Page, fact, read_page};

const CORES: f64 = 64.0;
const CHANNELS: f64 = 8.0;

fn page(name: &str) -> Page {
    read_page(&format!("gpu-acceleration/gpu-acceleration/{name}.md"))
}

fn a100(key: &str) -> f64 {
    fact(&format!("dev.a100.{key}"))
}

/// GB/s and TFLOPS of the CPU.
fn cpu() -> (f64, f64) {
    (
        CHANNELS * 8.0 * 3.2,
        CORES * 2.45 * 2.0 * 8.0 * 2.0 / 1000.0,
    )
}

/// GB of the 7B's weights in 16 bits, and TFLOP of a prompt of 512.
fn seven() -> (f64, f64) {
    let params = fact("model.llama-2-7b.params");
    (2.0 * params, 2.0 * params * 512.0 / 1000.0)
}

#[test]
fn one_step_on_two_chips() {
    let page = page("lesson-01-gpu-computing");
    let (bandwidth, peak) = cpu();
    let (weights, work) = seven();
    page.number_after("8 B · 3.2·10⁹ /s =").is(bandwidth);
    page.number_after("8 numbers · 2 operations =").is(peak);
    page.number_after("6.738·10⁹ · 2 B =").is(weights);
    page.number_after("13.48 / 204.8 =")
        .is(1000.0 * weights / bandwidth);
    let decode = page.numbers_after("13.48 / 2,039 =", 2);
    decode[0].is(1000.0 * weights / a100("bandwidth"));
    decode[1].is(a100("bandwidth") / bandwidth);
    page.number_after("2 · 6.738·10⁹ · 512 =").is(work);
    page.number_after("Over 5.02:").is(1000.0 * work / peak);
    let tensor = page.numbers_after("Over 312:", 2);
    tensor[0].is(1000.0 * work / a100("bf16"));
    tensor[1].is(a100("bf16") / peak);
    let plain = page.numbers_after("at 19.5 TFLOPS:", 2);
    plain[0].is(1000.0 * work / a100("fp32"));
    plain[1].is(a100("fp32") / peak);
    page.number_after("Its [ridge](id:term.ridge) lies at")
        .is(1000.0 * peak / bandwidth);
}

#[test]
fn memory_on_two_chips() {
    let page = page("lesson-01-gpu-computing");
    let caches: f64 = 256.0 + CORES * 0.5 + CORES * 2.0 * 32.0 / 1024.0;
    page.number_after("The CPU has").is(caches);
    page.number_after("caches for 128 threads,")
        .is(caches / 128.0);
    let sms = a100("sms");
    let threads = sms * 2048.0;
    let held = sms * (256.0 + a100("shared_sm")) / 1024.0 + a100("l2");
    page.number_after("The A100 has").is(held);
    page.number_after("108 · 2,048 =").is(threads);
    page.number_after("221,184 threads: **")
        .is_to(1, held * 1024.0 * 1024.0 / threads);
    let each = page.numbers_after("**400 bytes each**, of which", 2);
    each[0].is(sms * 256.0 * 1024.0 / threads);
    each[1].is(sms * a100("shared_sm") * 1024.0 / threads);
    let lanes = page.numbers_after("108 · 64 =", 1);
    lanes[0].is(sms * 64.0);
    page.number_after("64 · 16 =").is(CORES * 16.0);
    let full = page.numbers_after("You find", 3);
    full[0].is(threads);
    full[1].is(fact("dev.h100.sms") * 2048.0);
    full[2].is(fact("dev.t4.sms") * 1024.0);
    let registers = page.numbers_after("on each of the three a thread has", 3);
    registers[0].is(65_536.0 * 4.0 / 2048.0);
    registers[1].is(65_536.0 * 4.0 / 2048.0);
    registers[2].is(65_536.0 * 4.0 / 1024.0);
    // 1,593 MHz, two transfers a cycle, 5,120 bits.
    assert_eq!((2.0 * 1593.0_f64 * 5120.0 / 8e3).round(), a100("bandwidth"));
}

#[test]
fn exercises_on_two_chips() {
    let page = page("lesson-01-gpu-computing");
    let (bandwidth, _) = cpu();
    let packed = fact("model.llama-2-7b.params") * 4.84 / 8.0;
    page.number_after("· 4.84 / 8 =").is(packed);
    page.number_after("4.08 GB, so")
        .is(1000.0 * packed / bandwidth);
    page.number_after("GB/s against").is_to(4, 2.0 * bandwidth);
    page.number_after("A tenth of the peak,")
        .is(a100("bf16") / 10.0);
    let flight = a100("bandwidth") * 480.0 / 1.41 / 1000.0;
    page.number_after("2,039 GB/s · 340 ns =").is_to(2, flight);
    page.number_after("221,184 threads that is")
        .is(1000.0 * flight / (a100("sms") * 2048.0));
    page.number_after("1,024 lanes, at")
        .is(2450.0 / a100("clock"));
    page.number_after("against 1,024, at")
        .is(a100("clock") / 2450.0);
}

#[test]
fn a_floor_for_each_choice() {
    let page = page("lesson-02-cuda-backend");
    let (weights, work) = seven();
    let packed = fact("model.llama-2-7b.params") * 4.84 / 8.0;
    page.number_after("2 · 6.738·10⁹ · 512 =").is(work);
    let quick = 1000.0 * work / a100("int8");
    page.number_after("6.90 / 624 =").is(quick);
    let plain = 1000.0 * work / a100("bf16");
    page.number_after("6.90 / 312 =").is(plain);
    page.number_after("and 13.48 GB written,")
        .is(packed + weights);
    let unpack = 1000.0 * (packed + weights) / a100("bandwidth");
    page.number_after("17.6 GB / 2,039 GB/s =").is(unpack);
    page.number_after("22.1 + 8.6 =").is(plain + unpack);
    page.number_after("4.08 GB / 2,039 GB/s =")
        .is(1000.0 * packed / a100("bandwidth"));
    page.number_after("16 / 4.84 =").is(16.0 / 4.84);
    page.number_after("624 / 312 =")
        .is(a100("int8") / a100("bf16"));
    page.number_after("11.1 / 12 =").is(100.0 * quick / 12.0);
    page.number_after("The 9 ms are")
        .is(100.0 * packed / 0.009 / a100("bandwidth"));
}

#[test]
fn two_kernels_counted() {
    let page = page("lesson-02-cuda-backend");
    // As `course profile` prints them; the ends of the program hold four of them.
    let rows = page.numbers_after("points: 1 38.656, 2 61.696, 3", 7);
    let at = |n: f64| 38.656 + 23.040 * (n - 1.0);
    rows[0].is(at(3.0));
    rows[2].is(at(4.0));
    rows[4].is(at(5.0));
    rows[6].is(at(8.0));
    page.number_after("The first grows by")
        .is(1000.0 * (61.696 - 38.656));
    assert!(at(2.0) < 67.28 && at(3.0) > 67.32);
    page.number_after("Those are 4,096 both times:")
        .is(256.0 * 1024.0 / 2.0);
    assert_eq!(256.0 * 1024.0 / 2.0 / 32.0, 4096.0);
    page.number_after("eight widths MMVQ is").is(20.0 * 8.0);
}

#[test]
fn targets_as_shares() {
    let page = page("performance-targets");
    let bandwidth = a100("bandwidth");
    let attention = |tokens: f64| 4.0 * 32.0 * tokens * tokens * 128.0 / 1e9;
    let turned = 512.0 * 32.0 * 128.0 * 4.0 * 2.0 / 1e6;
    let square = 4096.0 * 4096.0;
    // Milliseconds at the ceiling, and of the target.
    let rows = [
        (turned / bandwidth, 0.050),
        (attention(2048.0) / a100("bf16"), 10.0),
        (attention(512.0) / a100("bf16"), 15.0),
        (square * 4.5 / 8.0 / 1e6 / bandwidth, 40.0),
        (2.0 * square * 4096.0 / 1e9 / a100("bf16"), 40.0),
        (50.0 / 8.0, 14.0),
    ];
    let table = page.table_under("Four targets");
    let times = table.column("Ceiling's time");
    let shares = table.column("Share that passes");
    for (k, (least, target)) in rows.into_iter().enumerate() {
        times[k].is(if k == 0 { 1000.0 * least } else { least });
        shares[k].is(100.0 * least / target);
    }
    page.number_after("2,048² · 128 =").is(attention(2048.0));
    page.number_after("reference of that list, is")
        .is(100.0 * rows[1].0 / 8.0);
    let library = page.numbers_after("peak on this card, so", 2);
    library[0].is(rows[1].0 / 0.73);
    library[1].is(rows[1].0 / 0.50);
    page.number_after("our version 3 reached")
        .is(100.0 * 3745.0 / 4159.0);
    let (weights, work) = seven();
    page.number_after("step 50 ms would be")
        .is(100.0 * weights / bandwidth / 0.050);
    page.number_before("% of its peak. Then give")
        .is(100.0 * work / a100("bf16") / 0.050);
}

#[test]
fn one_target_worked_out() {
    let page = page("performance-targets");
    let numbers = 512.0 * 32.0 * 128.0;
    page.number_after("512 · 32 · 128 =").is(numbers);
    page.number_after("2 (read and write) =")
        .is(numbers * 8.0 / 1e6);
    let rate = numbers * 8.0 / 43e-6 / 1e9;
    page.number_after("16.8 MB / 43 µs =").is_to(2, rate);
    page.number_after("390 / 2,039 =")
        .is(100.0 * rate / a100("bandwidth"));
    page.number_after("it may take")
        .is(numbers * 8.0 / a100("bandwidth") / 1e3 / 0.5);
    let layer = 4.0 * 32.0 * 512.0 * 512.0 * 128.0 / 1e9;
    page.number_after("One [layer](id:term.layer) is").is(layer);
    page.number_after("at the peak. 8 ms are")
        .is(100.0 * layer / a100("bf16") / 8.0);
    page.number_after("without tensor cores need but")
        .is(layer / a100("fp32"));
    let all = page.numbers_after("layers were meant,", 3);
    all[0].is(32.0 * layer / a100("bf16"));
    all[2].is(100.0 * 32.0 * layer / a100("bf16") / 8.0);
    page.number_after("12 bytes · 2²⁵ =")
        .is(12.0 * 33_554_432.0 / 1e6);
}

/// Minutes that pages and labs state, by week: read, do.
const WEEKS: [(&[f64], &[f64]); 4] = [
    (&[60.0, 65.0, 25.0, 30.0], &[15.0, 30.0, 60.0]),
    (
        &[60.0, 60.0, 10.0, 40.0, 50.0],
        &[45.0, 30.0, 75.0, 60.0, 150.0],
    ),
    (
        &[60.0, 60.0, 65.0, 25.0, 40.0, 20.0, 20.0],
        &[90.0, 75.0, 75.0],
    ),
    (
        &[65.0, 65.0, 30.0, 45.0, 45.0, 45.0, 45.0, 45.0, 45.0],
        &[30.0, 70.0, 120.0],
    ),
];

#[test]
fn the_plan_adds_up() {
    let page = page("index");
    let table = page.table_under("A plan of four weeks");
    let hours = |minutes: &[f64]| minutes.iter().sum::<f64>() / 60.0;
    let columns = [table.column("Reading"), table.column("Doing")];
    let mut all = [0.0, 0.0];
    for (k, (read, work)) in WEEKS.into_iter().enumerate() {
        for (n, minutes) in [read, work].into_iter().enumerate() {
            columns[n][k].is(hours(minutes));
            all[n] += hours(minutes);
        }
    }
    columns[0][4].is(all[0]);
    columns[1][4].is(all[1]);
}

#[test]
fn answers_of_the_study_group() {
    let page = page("index");
    let unpacked = 4.5 / 8.0 + 2.0 + 2.0;
    let printed = page.numbers_after("written at 16 and read at 16:", 3);
    printed[0].is(unpacked);
    printed[1].is(4.5 / 8.0);
    printed[2].is(unpacked / (4.5 / 8.0));
    page.number_after("and 32 [heads](id:term.head)")
        .is(32.0 * 2048.0 * 4.0 / 1024.0);
    page.number_after("where the scores alone were")
        .is(2048.0 * 2048.0 * 32.0 * 2.0 / 1048576.0);
    let report = page.numbers_after("138,000 bytes / 50,000 words =", 3);
    report[0].is(138.0 / 50.0);
    report[2].is_to(2, 138_000.0 / 6.0);
}
