//! Numbers of the module on CUDA kernels, computed again.
//!
//! In: its pages and facts. Out: one test for each worked example and typed table. Counts that a run decides (sectors,
//! passes, findings) are held by `tests/examples.rs`; here is what follows from sizes and figures alone.

use crate::page::{Page, fact, read_page};

fn lesson(name: &str) -> Page {
    read_page(&format!("miniaturization/cuda-kernels/lesson-{name}.md"))
}

/// Distinct pieces of `size` bytes that 32 lanes touch, `width` bytes each from `at(lane)` on.
fn pieces(size: u64, width: u64, at: impl Fn(u64) -> u64) -> f64 {
    let touched: std::collections::BTreeSet<u64> = (0..32)
        .flat_map(|lane| (at(lane) / size)..=((at(lane) + width - 1) / size))
        .collect();
    touched.len() as f64
}

/// Passes over 32 banks for the words that lanes want.
fn passes(word: impl Fn(u64) -> u64) -> f64 {
    let words: std::collections::BTreeSet<u64> = (0..32).map(word).collect();
    let most = (0..32).map(|bank| words.iter().filter(|w| *w % 32 == bank).count());
    most.max().unwrap_or(0) as f64
}

#[test]
fn threads_the_surplus_and_where_it_writes() {
    let page = lesson("01-threads");
    let surplus = page.numbers_after("Four groups of 256 are", 4);
    surplus[0].is(4.0 * 256.0);
    surplus[1].is(1000.0);
    surplus[3].is(1024.0 - 1000.0);
    let bytes = page.numbers_after("24 threads, so bytes", 2);
    bytes[0].is(4.0 * 1000.0);
    bytes[1].is(4.0 * 1024.0 - 1.0);
    let late = page.numbers_after("Now let n be 1,025. Five blocks are", 5);
    late[0].is(5.0 * 256.0);
    late[1].is(5.0 * 256.0 - 1025.0);
    late[2].is(4.0 * 1025.0);
    late[3].is(4.0 * 1280.0 - 1.0);
    let end = (4.0f64 * 1025.0 / 512.0).ceil() * 512.0;
    late[4].is(4.0 * 1025.0);
    page.number_after("set aside for it ends").is(end);
    page.number_after("The last\n").is(4.0 * 1280.0 - end);
}

#[test]
fn threads_warps_and_lanes() {
    let page = lesson("01-threads");
    page.number_after("owns element 3 · 256 + 10 =").is(778.0);
    let (x, y, width) = (5.0, 3.0, 16.0);
    let t: f64 = y * width + x;
    page.number_after("t = 3 · 16 + 5 =").is(t);
    page.number_after("rounded down: warp")
        .is((t / 32.0).floor());
    page.number_after("3. Its lane: 53 − 1 · 32 =").is(t % 32.0);
    let swapped = page.numbers_after("thread (3, 5) is number", 3);
    let t: f64 = 5.0 * width + 3.0;
    swapped[0].is(t);
    swapped[1].is(t % 32.0);
    swapped[2].is((t / 32.0).floor());
    let big = page.numbers_after("1,000,003 / 256 =", 4);
    big[0].is(1_000_003.0 / 256.0);
    big[1].is(3907.0);
    big[2].is(3907.0 * 256.0);
    big[3].is(3907.0 * 256.0 - 1_000_003.0);
}

#[test]
fn host_side_the_copies_against_the_kernel() {
    let page = lesson("02-host-side");
    let mb = 4.0;
    let copy = mb * 1e3 / fact("dev.h100.pcie");
    let kernel = 2.0 * mb * 1e3 / fact("dev.h100.bandwidth");
    page.number_after("one way:").is(copy);
    page.number_after("8 MB over a [bandwidth](id:term.bandwidth) of 3,350 GB/s:")
        .is(kernel);
    page.number_after("The copies take").is(2.0 * copy / kernel);
    let log = page.numbers_after("The bytes are 2 · 4 · 33,554,432 =", 3);
    let moved = 2.0 * 4.0 * 33_554_432.0;
    log[0].is(moved / 1e6);
    log[1].is(fact("dev.a100.bandwidth"));
    log[2].is(moved / fact("dev.a100.bandwidth") / 1e3);
    page.number_after("A100: 4.0 µs,").is(moved / 4.0 / 1e3);
    page.number_after("A bandwidth of")
        .is(moved / 4.0 / 1e3 / fact("dev.a100.bandwidth"));
}

#[test]
fn memory_the_sectors_of_eight_accesses() {
    let table = lesson("03-memory").table_under("Coalescing");
    let strides: [(&str, u64, u64, u64); 7] = [
        ("x[i]", 4, 0, 4),
        ("x[i + 1]", 4, 4, 4),
        ("x[2  i]", 8, 0, 4),
        ("x[3  i]", 12, 0, 4),
        ("x[8  i]", 32, 0, 4),
        ("x[1024  i]", 4096, 0, 4),
        ("float4 at i", 16, 0, 16),
    ];
    for (row, step, from, width) in strides {
        let sectors = pieces(32, width, |lane| lane * step + from);
        table.number_at(row, "Sectors").is(sectors);
        table.number_at(row, "Moved").is(32.0 * sectors);
        let used = 100.0 * 32.0 * width as f64 / (32.0 * sectors);
        table.number_at(row, "Used").is(used);
    }
    table.number_at("x[0]", "Sectors").is(pieces(32, 4, |_| 0));
}

#[test]
fn memory_the_floor_of_a_vector_addition() {
    let page = lesson("03-memory");
    let bytes = 12.0 * 33_554_432.0;
    let floor = bytes / fact("dev.a100.bandwidth") / 1e3;
    page.number_after("Together 12n =").is(bytes / 1e6);
    page.number_after("402.7 MB / 2,039 GB/s =").is(floor);
    let measured = page.numbers_after("moves 402.7 MB / 234 µs =", 2);
    measured[0].is(bytes / 234.0 / 1e3);
    measured[1].is(100.0 * floor / 234.0);
}

#[test]
fn memory_the_log_that_lost_a_factor_of_ten() {
    let page = lesson("03-memory");
    page.number_after("195.34 / 2,039 is")
        .is(100.0 * 195.34 / 2039.0);
    page.number_after("95.8 % would be").is(0.958 * 2039.0);
    let fits = page.numbers_after("195.34 GB/s · 0.234 ms =", 2);
    fits[0].is(195.34 * 0.234);
    fits[1].is(195.34 * 0.234 / 12.0);
    page.number_after("The lanes span 31 · 12 + 4 =").is(376.0);
    let odd = page.numbers_after("31 · 20 + 4 =", 2);
    odd[0].is(624.0);
    odd[1].is(pieces(32, 4, |lane| 20 * lane));
    let copies = page.numbers_after("402.7 MB / 31.5 GB/s =", 2);
    copies[0].is(402.653 / 31.5);
    copies[1].is(402.653 / 2039.0);
    page.number_after("6 GB, over 3,350 GB/s:")
        .is(6e3 / fact("dev.h100.bandwidth"));
    let share: f64 = 0.1975 / (0.1975 + 402.653 / 31.5);
    page.number_after("0.2 ms: about").is(100.0 * share);
}

#[test]
fn shared_the_passes_over_the_banks() {
    let page = lesson("04-shared");
    let table = page.table_under("Banks");
    for (head, width) in [("t[32][32]", 32), ("t[32][33]", 33), ("t[32][36]", 36)] {
        table.number_at("along a row", head).is(passes(|lane| lane));
        table
            .number_at("down a column", head)
            .is(passes(|lane| lane * width));
        table.number_at("one cell", head).is(passes(|_| 7));
    }
    page.number_after("1. Its word: 5 · 33 + 7 =").is(172.0);
    page.number_after("2. Its bank: 172 mod 32 =")
        .is(172.0 % 32.0);
    let blocks = page.numbers_after("Each array has 32 · 33 · 4 =", 4);
    blocks[0].is(4224.0);
    blocks[1].is(2.0 * 4224.0);
    blocks[3].is(2.0 * 4224.0 + 1024.0);
    let room = fact("dev.h100.shared_sm") * 1024.0;
    let fit = page.numbers_after("228 KiB are", 2);
    fit[0].is(room);
    fit[1].is((room / 9472.0).floor());
}

#[test]
fn tiling_loads_and_the_second_roof() {
    let page = lesson("05-tiling");
    let (n, t) = (33.0f64, 32.0);
    let formula = 2.0 * n * n * n / t;
    let loaded = 2.0 * (n / t).ceil() * n * n;
    page.number_after("The formula says 33³ · 2 / 32 =")
        .is(formula);
    page.number_after("2 · 33 · 33 =").is(loaded / 2.0);
    let both = page.numbers_after("4. Together", 3);
    both[0].is(loaded);
    both[1].is(formula);
    both[2].is(loaded / formula);
    let roof = fact("dev.a100.sms") * fact("dev.a100.clock") * 32.0 / 1e6;
    page.number_after("\\text{GHz} \\cdot 32 =").is(roof);
    // Five passes for four multiply–adds of a warp, where eight were needed.
    let joined = page.number_after("four values of `a` at once makes it");
    joined.is(roof * 8.0 / 5.0);
    page.number_after("The quotient,")
        .is(fact("dev.a100.fp32") * 1e3 / fact("dev.a100.bandwidth"));
    page.number_after("The first is what no kernel can avoid:")
        .is(2.0 * 64f64.powi(3));
    let says = page.numbers_after("For 64 × 64 × 64 the first says", 2);
    says[0].is(2.0 * 64f64.powi(3) / fact("dev.a100.fp32") / 1e3);
    let fill = 2.0 * 4.0 * 2.0 * 32.0;
    let used = 2.0 * 64f64.powi(3) / 32.0;
    page.number_after("The second is your kernel's own:")
        .is(used + fill);
    says[1].is((used + fill) / fact("dev.a100.sms") / fact("dev.a100.clock") * 1e3);
}

#[test]
fn warps_what_a_branch_costs() {
    let page = lesson("06-warps");
    let table = page.table_under("The price of sorting");
    let printed = table.column("Sectors, all arrays");
    // Loads of x, stores of y, loads of kind; the list besides. 32 warps.
    printed[0].is(256.0 + 256.0 + 32.0);
    printed[1].is(128.0 + 128.0 + 32.0);
    printed[2].is(128.0 + 128.0 + 32.0);
    printed[3].is(256.0 + 256.0 + 64.0 + 128.0);
    let saves = page.numbers_after("The list saves", 2);
    saves[0].is(864.0 - 672.0);
    saves[1].is(704.0 - 544.0);
    let loop_of = page.numbers_after("a warp issues 32 rounds and uses", 2);
    let mean = (1..=32).sum::<u32>() as f64 / 32.0;
    loop_of[0].is(mean);
    loop_of[1].is(100.0 * mean / 32.0);
}

#[test]
fn shuffles_sums_by_hand_and_by_two_orders() {
    let page = lesson("07-shuffles");
    let printed = page.table_under("Worked example").column("Value");
    for (step, number) in printed.iter().enumerate() {
        let distance = 16 >> step;
        number.is((0..32).step_by(distance).sum::<usize>() as f64);
    }
    let sums = page.table_under("Two right sums").column("Sum");
    let x: Vec<f32> = std::iter::once(16_777_216.0)
        .chain(std::iter::repeat_n(1.0, 31))
        .collect();
    sums[0].is(f64::from(x.iter().fold(0.0f32, |sum, v| sum + v)));
    let mut lanes = x.clone();
    for distance in [16, 8, 4, 2, 1] {
        let before = lanes.clone();
        for lane in 0..32 {
            lanes[lane] += before[if lane + distance < 32 {
                lane + distance
            } else {
                lane
            }];
        }
    }
    sums[1].is(f64::from(lanes[0]));
    sums[2].is(x.iter().map(|v| f64::from(*v)).sum());
    let table = page.table_under("Try it");
    table.number_at("barriers", "Tree").is(64.0 * 9.0);
    table.number_at("shared memory", "Tree").is(256.0 * 4.0);
    table.number_at("shuffles", "Shuffles").is(64.0 * 5.0);
    table
        .number_at("sectors loaded", "Tree")
        .is(64.0 * 256.0 * 4.0 / 32.0);
}

#[test]
fn latency_the_warps_that_keep_a_memory_busy() {
    let page = lesson("08-latency");
    let ns = 480.0 / fact("dev.h100.clock") * 1e3;
    let flight = ns * fact("dev.h100.bandwidth");
    let each = flight / fact("dev.h100.sms");
    page.number_after("at 1.98 GHz are").is(ns);
    page.number_after("3,350 GB/s · 242.4 ns =").is(flight);
    page.number_after("3. On each of 132 multiprocessors:")
        .is(each);
    let floats = page.numbers_after("32 · 4 = 128 bytes under way:", 2);
    floats[0].is(each / 128.0);
    floats[1].is((each / 128.0).ceil());
    let wide = page.numbers_after("With `float4` it has", 3);
    wide[1].is(each / 512.0);
    wide[2].is((each / 512.0).ceil());
    page.number_after("16 / 48.1 =")
        .is(100.0 * 16.0 * 128.0 / each);
    page.number_after("4,096 / 132 =").is(4096.0 / 132.0);
    let cached = page.numbers_after("260 cycles are", 4);
    cached[0].is(260.0 / 1.98);
    cached[3].is(5500.0 * 260.0 / 1.98 / 1e3);
}

#[test]
fn latency_the_four_limits() {
    let table = lesson("08-latency").table_under("Occupancy");
    let (warps, registers, shared) = (8.0, 64.0, 16.0);
    let allowed = table.column("Blocks allowed");
    allowed[0].is((fact("dev.h100.warps_sm") / warps).floor());
    allowed[1].is(fact("dev.h100.blocks_sm"));
    allowed[2].is((65_536.0f64 / (registers * 32.0 * warps)).floor());
    allowed[3].is((fact("dev.h100.shared_sm") / (shared + 1.0)).floor());
}

#[test]
fn few_bits_wraps_room_and_bytes_a_weight() {
    let page = lesson("09-few-bits");
    let table = page.table_under("Accumulate wide");
    let (wraps, stays) = (table.column("wraps"), table.column("saturates"));
    for (at, sum) in [127 + 127, -128 - 128, 100 + 28, -5 + 3]
        .into_iter()
        .enumerate()
    {
        wraps[at].is(f64::from(sum as i8));
        stays[at].is(f64::from(sum.clamp(-128, 127)));
    }
    let room = page.numbers_after("2,147,483,647 / 16,384 =", 2);
    room[0].is(f64::from(i32::MAX) / 16_384.0);
    room[1].is((f64::from(i32::MAX) / 16_384.0).floor());
    page.number_after("32,767 / 16,384 =")
        .is(32_767.0 / 16_384.0);
    let weight = (4.0 + 16.0 / 128.0 + 4.0 / 128.0) / 8.0;
    page.number_after("in groups of 128, about")
        .is(weight * 8.0);
    page.number_after("The kernel moves").is(2.0 / weight);
    page.number_after("0.52 + 2 + 2 =").is(weight + 4.0);
    page.number_after("bytes a weight: ")
        .is((weight + 4.0) / 2.0);
    let unpacked = page.numbers_after("0.01 · 1 + 0.05 =", 1);
    unpacked[0].is(0.06);
    page.number_after("0.01 · 9 − 0.05 =").is(0.04);
    let dot = 127 * 127 + 128 * 128 + 100 * 28 - 15;
    page.number_after("work it out first (").is(f64::from(dot));
}

#[test]
fn rope_must_move_each_number_twice() {
    let page = lesson("10-rope");
    let numbers = 512.0 * 32.0 * 128.0;
    let bytes = 2.0 * 4.0 * numbers;
    let floor = bytes / fact("dev.a100.bandwidth") / 1e3;
    page.number_after("1. Numbers: 512 · 32 · 128 =")
        .is(numbers);
    page.number_after("2 · 4 · 2,097,152 =").is(bytes / 1e6);
    page.number_after("3. Over a [bandwidth](id:term.bandwidth) of 2,039 GB/s:")
        .is(floor);
    page.number_after("The array has").is(bytes / 2.0 / 1e6);
    page.number_after("so 43 *ms* would be")
        .is_to(2, 43e3 / floor);
    page.number_after("Then 43 µs is").is(100.0 * floor / 43.0);
    page.number_after("and 50 µs is").is(100.0 * floor / 50.0);
    let table = page.table_under("What it does");
    for (row, threads, sectors, lane) in [
        ("0", 512.0, 32.0, 4.0),
        ("1", numbers / 2.0, 8.0, 4.0),
        ("3", 512.0 * 32.0, 16.0, 16.0),
    ] {
        table.number_at(row, "Threads").is(threads);
        table.number_at(row, "Blocks").is(threads / 256.0);
        let read = bytes / 2.0 / 1_048_576.0;
        table.number_at(row, "Read").is(read * sectors / lane);
    }
    table.number_at("1", "Sines").is(2.0 * numbers / 2.0 / 32.0);
    table.number_at("3", "Sines").is(2.0 * 512.0 * 64.0 / 32.0);
}

/// A product of two floats, rounded to nearest or truncated. It is exact in double.
fn product(a: f32, b: f32, truncated: bool) -> f32 {
    let exact = f64::from(a) * f64::from(b);
    let near = exact as f32;
    if truncated && f64::from(near).abs() > exact.abs() {
        f32::from_bits(near.to_bits() - 1)
    } else {
        near
    }
}

/// How far the fast sine and cosine are from the angle of a position.
fn off(position: u32, truncated: bool) -> f64 {
    let turns = product(
        position as f32,
        std::f32::consts::FRAC_1_PI / 2.0,
        truncated,
    );
    (f64::from(turns) * std::f64::consts::TAU - f64::from(position)).abs()
}

#[test]
fn rope_the_error_of_fast_maths_grows_with_the_position() {
    let page = lesson("10-rope");
    let table = page.table_under("Version 2: fast maths, and its price");
    let program = include_str!("../../kernels/examples/fast-sine.cu");
    let run = |position: u32| -> f64 {
        let line = program
            .lines()
            .find(|line| line.contains(&format!(" {position}: sincosf")));
        let told = line.and_then(|line| line.rsplit("by ").next());
        told.and_then(|told| told.trim().parse().ok())
            .unwrap_or_else(|| panic!("fast-sine.cu says nothing of position {position}"))
    };
    // Printed as `8.3 · 10⁻⁵`: the number is that of the power.
    let powers: [(usize, u32, i32, i32); 5] = [
        (0, 1, -8, -8),
        (1, 100, -6, -6),
        (2, 2_048, -5, -5),
        (3, 8_192, -4, -4),
        (4, 131_071, -4, -2),
    ];
    let (near, cut) = (table.column("Our machine"), table.column("Truncated"));
    for (row, position, power, cut_power) in powers {
        near[row].is(run(position) / 10f64.powi(power));
        cut[row].is(off(position, true) / 10f64.powi(cut_power));
    }
    let slope = |truncated: bool| {
        let at = (1..=131_072).map(|p| off(p, truncated) / f64::from(p));
        at.fold(0.0, f64::max) / 1e-7
    };
    near[5].is(slope(false));
    cut[5].is(slope(true));
    let passes = |bound: f64, truncated: bool| (1..).find(|p| off(*p, truncated) > bound);
    let first = page.numbers_after("The error passes that at position", 2);
    let half = 2f64.powi(-11);
    first[0].is(f64::from(passes(half, false).unwrap_or(0)));
    first[1].is(f64::from(passes(half, true).unwrap_or(0)));
    page.number_after("The first position at which it fails is")
        .is(f64::from(passes(2f64.powi(-20), false).unwrap_or(0)));
}
