//! Numbers of the lessons on backends and on the loop of optimising, of Lab 1 and of the tour, computed again.
//!
//! In: the pages and facts. Out: one test for each worked example, table and exercise. Rates of other people's measurements
//! stand on the page; what follows from them is computed here.

use crate::page::{Page, fact, read_page};

fn page(name: &str) -> Page {
    read_page(&format!("gpu-acceleration/gpu-acceleration/{name}.md"))
}

/// GB of a GiB.
const GIB: f64 = 1.073_741_824;

#[test]
fn shares_of_the_bandwidth() {
    let page = page("lesson-08-backends");
    let table = page.table_under("A fair table");
    let bandwidth = table.column("Bandwidth");
    let file = table.column("File");
    let rate = table.column("Decode");
    let share = table.column("Share");
    assert_eq!(share.len(), 5);
    for n in 0..5 {
        let drawn = file[n].value * GIB * rate[n].value;
        share[n].is(100.0 * drawn / bandwidth[n].value);
    }
    bandwidth[3].is(fact("dev.m2-ultra.bandwidth"));
    bandwidth[0].is(256.0 * 20.0 / 8.0);
    bandwidth[2].is(512.0 * 28.0 / 8.0);
    bandwidth[4].is(256.0 * 17.5 / 8.0);
    page.number_before("The file is 3.82 GB, each token reads it once")
        .is(100.0 * 3.56 * GIB * 88.5 / 800.0);
    page.number_after("In decode Vulkan wins by")
        .is_to(2, 104.3 / 91.1);
    page.number_after("in [prefill](id:term.prefill) HIP by")
        .is(4199.0 / 2866.0);
}

#[test]
fn the_mac_and_the_radeon() {
    let page = page("lesson-08-backends");
    let mac = 3.56 * GIB;
    let card = 4.68 * GIB;
    page.number_after("3.56 GiB × 1.0737 =").is(mac);
    page.number_after("4.68 × 1.0737 =").is(card);
    page.number_after("3.82 GB × 88.5 /s =").is(mac * 88.5);
    page.number_after("5.03 GB × 104.3 /s =").is(card * 104.3);
    page.number_after("338 / 800 =")
        .is(100.0 * mac * 88.5 / 800.0);
    page.number_after("524 / 640 =")
        .is(100.0 * card * 104.3 / 640.0);
    let best = page.numbers_after("0.82 × 800 / 3.82 =", 2);
    best[0].is(0.82 * 800.0 / mac);
    best[1].is(0.82 * 800.0 / mac / 88.5);
    let slip = page.numbers_after("4.68 GiB are", 3);
    slip[0].is(card);
    slip[1].is(card * 21.0);
    page.number_after("GiB and GB were mixed. It is")
        .is(100.0 * card * 21.0 / 640.0);
    page.number_after("The same report has")
        .is(100.0 * 2.32 * GIB * 183.0 / 640.0);
    page.number_before("GB/s. Vulkan is five times slower")
        .is(4.68 * 21.0);
}

#[test]
fn one_memory() {
    let page = page("lesson-08-backends");
    let weights = 2.0 * fact("model.llama-2-70b.params");
    let granted = 0.75 * 192.0 * GIB;
    page.number_after("of 192 GiB has").is(144.0);
    page.number_after("of 192 GiB has 144 GiB,").is(granted);
    page.number_before("of that. It fits, with")
        .is(100.0 * weights / granted);
    page.number_after("of that. It fits, with")
        .is(granted - weights);
    let bandwidth = fact("dev.m2-ultra.bandwidth");
    page.number_before("ms a token: 5.8 a second")
        .is(1000.0 * weights / bandwidth);
    page.number_after("ms a token:").is(bandwidth / weights);
}

#[test]
fn questions_on_backends() {
    let page = page("lesson-08-backends");
    let laptop = page.numbers_after("The laptop reads 20 GB in", 2);
    laptop[0].is(1000.0 * 20.0 / 120.0);
    laptop[1].is(120.0 / 20.0);
    page.number_after("0.70 · 960 / 4.08 =")
        .is(0.70 * 960.0 / 4.08);
    let table = 32_000.0 * 4096.0 * 4.5 / 8.0 / 1e9;
    page.number_after("that a step does not read (")
        .is(100.0 * table / (3.56 * GIB));
    let cache = 64.0 * fact("model.llama-2-7b.kv_token") * 1024.0 / 1e9;
    page.number_after("128 tokens reads some cache (")
        .is(100.0 * cache / (3.56 * GIB));
}

#[test]
fn what_fusion_gives() {
    let page = page("lesson-09-optimise");
    let elements = 512.0 * 4096.0;
    page.number_after("Elements: 512 · 4,096 =").is(elements);
    let bandwidth = fact("dev.a100.bandwidth") * 1e9;
    for (phrase, bytes) in [
        ("24 B · 2,097,152 =", 24.0),
        ("row kept in registers: 20 B,", 20.0),
        ("Fused, row kept: 16 B,", 16.0),
    ] {
        page.number_after(phrase).is(bytes * elements / 1e6);
    }
    page.number_before("µs.\n3. Apart")
        .is(24.0 * elements / bandwidth * 1e6);
    page.number_after("20 B, 41.9 MB,")
        .is(20.0 * elements / bandwidth * 1e6);
    page.number_after("16 B, 33.6 MB,")
        .is(16.0 * elements / bandwidth * 1e6);
    page.number_after("µs. Gain 1.25 on top,").is(24.0 / 16.0);
    page.number_after("1 / (1 − 0.06 + 0.06/1.5) =")
        .is(1.0 / (1.0 - 0.06 + 0.06 / 1.5));
    let saved = 64.0 * 8.0 * fact("model.llama-2-7b.hidden");
    page.number_after("the 8 bytes saved are").is(saved / 1e6);
    page.number_after("in 64 sums and norms of a [token](id:term.token),")
        .is(saved / bandwidth * 1e6);
}

#[test]
fn buffers_in_units() {
    let page = page("lesson-09-optimise");
    let one = |n: f64, l: f64, c: f64| n * (l + c);
    let two = |n: f64, l: f64, c: f64| l + (n - 1.0) * l.max(c) + c;
    let here = page.numbers_after("with two. Here", 3);
    here[0].is(one(4.0, 3.0, 2.0));
    here[1].is(two(4.0, 3.0, 2.0));
    here[2].is(20.0 / 14.0);
    page.number_before("against 4 + 49 · 4 + 1")
        .is(one(50.0, 4.0, 1.0));
    page.number_after("4 + 49 · 4 + 1 =")
        .is(two(50.0, 4.0, 1.0));
    page.number_after("4 + 49 · 4 + 1 = 201:").is(250.0 / 201.0);
    page.number_after("1 / (1 − 0.10 + 0.10 · 0.60) =")
        .is(1.0 / (1.0 - 0.1 + 0.1 * 0.6));
    page.number_after("with 2 % of a step, can give")
        .is(1.0 / (1.0 - 0.02 + 0.02 * 0.65));
}

#[test]
fn versions_of_rope_against_their_floor() {
    let page = page("lesson-09-optimise");
    let bytes = 2.0 * 4.0 * 512.0 * 32.0 * 128.0;
    let floor = bytes / fact("dev.h100.bandwidth") / 1e9 * 1e6;
    page.number_after("16.8 MB / 3,350 GB/s =").is(floor);
    let table = page.table_under("A kernel in five versions");
    let times = table.column("Time");
    let shares = table.column("Floor over time");
    let measured = read_page("miniaturization/cuda-kernels/lesson-10-rope.md")
        .table_under("Version 3: whole vectors")
        .column("Time");
    for (n, time) in times.iter().enumerate() {
        time.is(measured[n].value);
        shares[n].is(100.0 * floor / time.value);
    }
    page.number_after("The change left")
        .is(512.0 * 128.0 / 4.0 / 32.0);
    page.number_before("warps, and *that* was")
        .is(512.0 * 32.0 * 64.0 / 32.0);
    page.number_after("the first step alone gave")
        .is(1540.0 / 8.3);
    page.number_after("times, the second").is(8.3 / 7.2);
    page.number_after("the third").is(7.2 / 17.1);
    let on_a100 = bytes / fact("dev.a100.bandwidth") / 1e9 * 1e6;
    page.number_after("And the floor is").is(on_a100);
    page.number_after("43 µs are").is(100.0 * on_a100 / 43.0);
    page.number_after("so a factor of").is(43.0 / on_a100);
    page.number_after("Occupancy rose").is(85.0 / 45.0);
    page.number_after("1.5 · 1.3 · 1.2 =").is(1.5 * 1.3 * 1.2);
    page.number_after("2 · 1.5 · 1.4 =").is(2.0 * 1.5 * 1.4);
}

#[test]
fn a_product_that_learned_to_use_tensor_cores() {
    let page = page("lesson-09-optimise");
    let (file, params) = (4.34 * GIB, fact("model.llama-3.1-8b.params"));
    let bandwidth = fact("dev.rtx-4090.bandwidth");
    let peak = fact("dev.rtx-4090.int8");
    let rows = [
        (16.0, 1596.75, 1937.21),
        (128.0, 3578.31, 7443.66),
        (512.0, 7776.11, 10358.75),
    ];
    let table = page.table_under("A product that learned to use tensor cores");
    let columns = [
        "Tokens at once",
        "Before",
        "After [tokens/s]",
        "Gain",
        "Floor of the bytes",
        "Floor of the operations",
        "After [ms]",
    ];
    for (n, (tokens, before, after)) in rows.into_iter().enumerate() {
        let computed = [
            tokens,
            before,
            after,
            after / before,
            1000.0 * file / bandwidth,
            2.0 * params * tokens / peak,
            1000.0 * tokens / after,
        ];
        for (column, computed) in columns.into_iter().zip(computed) {
            table.column(column)[n].is(computed);
        }
    }
    let kept = page.numbers_after("with the old MMQ, kept at all sizes:", 6);
    for (n, (before, after)) in [1601.20, 4991.25, 6279.91]
        .into_iter()
        .zip(rows.map(|(_, _, after)| after))
        .enumerate()
    {
        kept[n].is(before);
        kept[n + 3].is(after / before);
    }
}

#[test]
fn the_tour_and_its_log() {
    let page = page("example-3-profiling-tour");
    let n = f64::from(1 << 20);
    let (bandwidth, lanes) = (2.0 * 2619e6 * 5120.0 / 8.0, 128.0);
    let flops = 2.0 * fact("dev.h100.sms") * lanes * fact("dev.h100.clock") * 1e6;
    let table = page.table_under("What must come out");
    let (bytes, operations, least) = (
        table.column("Bytes"),
        &table.words("Operations")[..3],
        table.column("At least"),
    );
    let kernels = [
        (12.0 * n, n),
        (8.0 * n / 8.0, 2.0 * 4.0 * 256.0 * n / 8.0),
        (8.0 * n, 0.0),
    ];
    for (at, (moved, done)) in kernels.into_iter().enumerate() {
        bytes[at].is(moved);
        assert_eq!(
            operations[at].replace(',', "").trim(),
            format!("{done:.0}"),
            "operations of row {at}"
        );
        least[at].is(1e6 * (moved / bandwidth).max(done / flops));
    }
    bytes[3].is(4.0 * n);
    least[3].is(4.0 * n / 64e9 * 1e6);
    page.number_after("nothing in common:").is(1.0 / 12.0);
    page.number_after("operations a byte against")
        .is(2.0 * 4.0 * 256.0 / 8.0);
    page.number_after("of plain [FP32](id:term.fp32) at")
        .is(flops / bandwidth);
    let flight = fact("dev.h100.bandwidth") * 1e9 * 242.4e-9;
    let need = page.numbers_after("· 242.4 ns =", 2);
    need[0].is(flight / 1e3);
    need[1].is(flight / 1024.0);
    page.number_after("195.34 / 2,039 =")
        .is(100.0 * 195.34 / 2039.0);
    let moved = 195.34e9 * 0.234e-3;
    let numbers = page.numbers_after("195.34 GB/s · 0.234 ms =", 3);
    numbers[0].is(moved / 1e6);
    numbers[2].is(moved / 12.0 / 1e6);
    page.number_after("95.8 % would be").is(0.958 * 2039.0);
    let work = 2456.78e9 * 3.456e-3;
    page.number_after("2,456.78 · 10⁹ · 0.003456 =")
        .is(work / 1e9);
    page.number_after("so N =").is((work / 2.0).cbrt());
    page.number_after("with 2,048 it would be")
        .is(2.0 * 2048f64.powi(3) / 3.456e-3 / 1e9);
    page.number_after("GFLOPS, with 1,024")
        .is(2.0 * 1024f64.powi(3) / 3.456e-3 / 1e9);
}

#[test]
fn blocks_that_share_a_multiprocessor() {
    let page = page("example-3-profiling-tour");
    let tables: Vec<[f64; 5]> = vec![
        [1.0, 8.0, 64.0, 100.0, 1056.0],
        [16.0, 8.0, 64.0, 100.0, 1056.0],
        [32.0, 6.0, 48.0, 75.0, 792.0],
        [48.0, 4.0, 32.0, 50.0, 528.0],
    ];
    for [room, blocks, warps, share, flight] in tables {
        // A block takes what it asks for and 1 KiB of the system's.
        let fit = (fact("dev.h100.shared_sm") / (room + 1.0)).floor().min(8.0);
        assert_eq!(fit, blocks);
        assert_eq!(8.0 * blocks, warps);
        assert_eq!(100.0 * warps / 64.0, share);
        assert_eq!(warps * 128.0 * fact("dev.h100.sms") / 1024.0, flight);
        let row = page.numbers_after(&format!("| {room:.0} | {blocks:.0} |"), 3);
        row[0].is(warps);
        row[1].is(share);
        row[2].is(flight);
    }
}

#[test]
fn the_floor_of_the_first_lab() {
    let page = page("tier-1");
    let bytes = 2.0 * 4.0 * 512.0 * 32.0 * 128.0;
    page.number_after("written once in 4 bytes, are")
        .is(bytes / 1e6);
    page.number_before("µs. The array alone has")
        .is(bytes / fact("dev.a100.bandwidth") / 1e9 * 1e6);
    page.number_after("The array alone has").is(bytes / 2e6);
    page.number_after("the first step was worth")
        .is(1540.0 / 8.3);
    page.number_before("fast sines and cosines, none")
        .is(2.0 * 32.0 * 2.0 * 32.0);
    page.number_after("sines and cosines 4,096 →")
        .is(2.0 * 32.0 * 32.0);
}

#[test]
fn what_the_two_programs_count() {
    let page = page("lesson-09-optimise");
    let (blocks, tiles, threads) = (8.0, 32.0, 256.0);
    page.number_after("Both load")
        .is(blocks * tiles * threads * 4.0 / 32.0);
    let one = page.numbers_after("`one_buffer` has", 3);
    one[0].is(blocks * tiles * threads / 32.0);
    one[1].is(2.0 * blocks * tiles);
    one[2].is(threads * 4.0 / 1024.0);
    let two = page.numbers_after("`two_buffers` 0,", 2);
    two[0].is(blocks * tiles);
    two[1].is(2.0 * threads * 4.0 / 1024.0);
    let backends = read_page("gpu-acceleration/gpu-acceleration/lesson-08-backends.md");
    // 64 rows; a barrier after the fill and one for each of eight halvings.
    backends.number_after("It pays").is(64.0 * 9.0);
}
