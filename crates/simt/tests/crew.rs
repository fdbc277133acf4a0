//! Blocks on several hands leave what blocks one after the other leave.
//!
//! In: kernels whose blocks share memory in every way, large enough for several rounds. Out: the same memory, report and counts from one hand
//! and from three; and for each whether its blocks may run at once at all.

use simt::launch::{Arg, Buffer, Crew, Elem, Init, Launch, Memory, RunOptions};
use simt::report::{Outcome, Report};
use simt::source::Source;
use std::sync::atomic::{AtomicUsize, Ordering};

const BLOCKS: u32 = 700;
const THREADS: u32 = 64;
const N: usize = (BLOCKS * THREADS) as usize;

fn at_once(hands: usize, jobs: usize, job: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|i| *i < jobs);
    std::thread::scope(|scope| {
        for _ in 0..hands {
            scope.spawn(|| std::iter::from_fn(take).for_each(job));
        }
    });
}

struct Ran {
    report: Report,
    bytes: Vec<Vec<u8>>,
    never: Vec<usize>,
    shared_out: u64,
}

/// Runs `k(float *out, const float *in, int *some, int n)`; `some` has 512 elements, `out` is not written before where `fresh` says so.
fn run(text: &str, hands: usize, options: &RunOptions, fresh: bool) -> Ran {
    run_times(text, hands, options, (fresh, 1))
}

/// The same so many times over, on the same memory; what the last launch reports.
fn run_times(text: &str, hands: usize, options: &RunOptions, (fresh, times): (bool, u32)) -> Ran {
    let module = match simt::compile(&Source::new("crew.cu", text)) {
        Ok(module) => module,
        Err(diags) => panic!("{}", diags.first().message),
    };
    let mut memory = Memory::new();
    let floats = |seed: u32| -> Init {
        let float = |i: u32| (i.wrapping_mul(seed) >> 7) as f32 * 1e-3;
        Init::Bytes((0..N as u32).flat_map(|i| float(i).to_le_bytes()).collect())
    };
    let first = if fresh { Init::Uninit } else { floats(77) };
    let buffers: [Buffer; 3] = [
        memory.alloc("out", Elem::F32, N, first),
        memory.alloc("in", Elem::F32, N, floats(2_654_435_761)),
        memory.alloc("some", Elem::I32, 512, Init::Zeroed),
    ];
    let args = buffers.iter().map(|b| Arg::Buffer(*b));
    let launch = Launch {
        kernel: "k".to_string(),
        grid: BLOCKS.into(),
        block: THREADS.into(),
        shared_bytes: 0,
        args: args.chain([Arg::I32(N as i32)]).collect(),
    };
    let crew = Crew {
        hands,
        work: at_once,
        after: 500,
    };
    let options = RunOptions {
        crew: Some(crew),
        ..*options
    };
    let mut launched = || simt::run(&module, &mut memory, &launch, &options);
    let mut report = launched();
    for _ in 1..times {
        report = launched();
    }
    report.shadow_bytes = 0;
    Ran {
        shared_out: std::mem::take(&mut report.shared_out),
        report,
        bytes: buffers.iter().map(|b| memory.bytes(*b).to_vec()).collect(),
        never: buffers.iter().map(|b| memory.never_written(*b)).collect(),
    }
}

/// Holds one hand against three, watched and not; which of the two run blocks at once.
fn same(text: &str, options: &RunOptions, fresh: bool) -> (Report, [bool; 2]) {
    let mut last = None;
    let at_once = [true, false].map(|checks| {
        let options = RunOptions { checks, ..*options };
        let one = run(text, 1, &options, fresh);
        let three = run(text, 3, &options, fresh);
        assert_eq!(one.shared_out, 0);
        assert_eq!(one.report, three.report, "checks {checks}");
        assert!(one.bytes == three.bytes, "memory differs, checks {checks}");
        assert_eq!(one.never, three.never);
        last.get_or_insert(one.report);
        three.shared_out > u64::from(BLOCKS / 2)
    });
    (last.expect("two runs"), at_once)
}

fn shares(text: &str, want: [bool; 2]) {
    let (report, at_once) = same(text, &RunOptions::default(), false);
    assert_eq!(report.outcome, Outcome::Finished);
    assert_eq!(report.findings, Vec::new());
    assert_eq!(at_once, want, "blocks run at once: watched, unwatched");
}

#[test]
fn an_element_a_thread() {
    let text = "__global__ void k(float *out, const float *in, int *some, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n - 5) out[i] = in[i] * 2.0f + in[n - 1 - i];
    }";
    shares(text, [true, true]);
    let (_, at_once) = same(text, &RunOptions::default(), true);
    assert_eq!(at_once, [true, true], "into memory that nobody has written");
    let shuffled = RunOptions {
        seed: 5,
        ..RunOptions::default()
    };
    assert_eq!(same(text, &shuffled, false).1, [true, true]);
}

#[test]
fn columns_of_a_matrix_and_elements_of_every_size() {
    shares(
        "__device__ double wide[44800]; __device__ short small[44800]; __device__ char tiny[44800];
        __global__ void k(float *out, const float *in, int *some, int n) {
            int b = blockIdx.x, t = threadIdx.x;
            out[t * gridDim.x + b] = in[b * blockDim.x + t];
            wide[t * gridDim.x + b] = in[t] + b;
            small[t * gridDim.x + b] = b - t;
            tiny[b * blockDim.x + t] = b ^ t;
        }",
        [true, true],
    );
}

#[test]
fn in_place() {
    shares(
        "__global__ void k(float *out, const float *in, int *some, int n) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            for (int j = 0; j < 3; j++) out[i] = out[i] * 0.5f + in[i];
        }",
        [true, true],
    );
}

/// A later launch begins with what an earlier one learned, and with its copies: it finds nothing of the earlier one there.
#[test]
fn in_place_again() {
    let text = "__global__ void k(float *out, const float *in, int *some, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x, j = i ^ 1;
        if (j > i && i % 3 != 0) out[i] = out[i] * in[i] + out[j] / 3.0f;
        if (j > i && i % 5 == 0) { float t = out[i]; out[i] = out[j]; out[j] = t; }
    }";
    for checks in [true, false] {
        let options = RunOptions {
            checks,
            ..RunOptions::default()
        };
        let [one, three] = [1, 3].map(|hands| run_times(text, hands, &options, (false, 4)));
        assert_eq!(one.report, three.report, "checks {checks}");
        assert!(one.bytes == three.bytes, "memory differs, checks {checks}");
        assert!(three.shared_out > u64::from(BLOCKS / 2), "checks {checks}");
    }
}

/// Loads go to everyone's memory until something is stored on their page, then to the job's copy, be it whole or in part; and bytes that were only
/// read are held against what earlier jobs have stored.
#[test]
fn in_place_on_pages_that_are_part_changed() {
    let text = |what: &str| {
        format!(
            "__device__ double wide[44800]; __device__ short small[44800];
            __global__ void k(float *out, const float *in, int *some, int n) {{
                int i = blockIdx.x * blockDim.x + threadIdx.x, first = i - threadIdx.x;
                float x = out[i ^ 3];
                __syncthreads();
                if (i % 3) out[i] = x + in[i];
                __syncthreads();
                x = out[first + (threadIdx.x * 7 + 5) % 64];
                double y = wide[first + (threadIdx.x & 15)] * 0.5 + x;
                __syncthreads();
                wide[i] = y;
                small[i] = small[i] + (short)threadIdx.x;
                __syncthreads();
                y = wide[first + 63 - threadIdx.x];
                for (int j = 0; j < 6; j++) x += small[first + (threadIdx.x + j) % 64] * 0.25f;
                __syncthreads();
                out[i] = x + (float)y + wide[i];
                {what}
            }}"
        )
    };
    shares(&text(""), [true, true]);
    // What the block before the last has stored: an earlier job, or its own.
    for block in [200, 420, 699] {
        let what = format!("if (blockIdx.x == {block}) out[i] += out[i - 128];");
        same(&text(&what), &RunOptions::default(), false);
    }
}

/// Blocks that do little but change much in place are left to one hand, in later launches from the first on.
#[test]
fn copies_that_cost_more_than_the_work() {
    let text = "__device__ float4 all[44800];
        __global__ void k(float *out, const float *in, int *some, int n) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            float4 x = all[i];
            x.x += 1.0f; x.w += 2.0f;
            all[i] = x;
            out[i] = x.w;
        }";
    let options = RunOptions {
        checks: false,
        ..RunOptions::default()
    };
    for times in [1, 4, 80] {
        let [one, three] = [1, 3].map(|hands| run_times(text, hands, &options, (false, times)));
        assert_eq!(one.report, three.report, "{times} launches");
        assert!(one.bytes == three.bytes, "memory differs, {times} launches");
        assert_eq!(three.shared_out > 0, times == 1, "{times} launches");
    }
}

#[test]
fn sums_in_the_order_of_blocks() {
    shares(
        "__device__ double total; __device__ unsigned long long most;
        __global__ void k(float *out, const float *in, int *some, int n) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            atomicAdd(&out[0], in[i]);
            atomicAdd(&some[(i * 7) % 512], 1);
            atomicExch(&out[1 + i % 3], in[i]);
            if (threadIdx.x == 0) { atomicAdd(&total, (double)in[i]); atomicMax(&most, (unsigned long long)i); }
        }",
        [true, true],
    );
}

#[test]
fn what_an_atomic_found_is_known_on_one_hand_only() {
    shares(
        "__global__ void k(float *out, const float *in, int *some, int n) {
            int at = atomicAdd(&some[0], 1);
            if (at < 512 && at > 0) atomicAdd(&some[at], 1);
        }",
        [false, false],
    );
}

#[test]
fn atomics_and_reads_of_one_buffer_do_not_mix() {
    shares(
        "__global__ void k(float *out, const float *in, int *some, int n) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            out[i] = 3 + some[300 + threadIdx.x];
            atomicAdd(&some[threadIdx.x], blockIdx.x);
        }",
        [false, false],
    );
}

#[test]
fn races_are_told_as_on_one_hand() {
    for text in [
        // All blocks store to the same places: the last one's stay.
        "__global__ void k(float *out, const float *in, int *some, int n) {
            some[threadIdx.x] = blockIdx.x;
        }",
        // Blocks read what the one before has stored.
        "__global__ void k(float *out, const float *in, int *some, int n) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            out[i] = i < 64 ? in[i] : out[i - 64] + 1.0f;
        }",
        // And what the next one will.
        "__global__ void k(float *out, const float *in, int *some, int n) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            out[i] = i + 64 < n ? out[i + 64] + 1.0f : in[i];
        }",
    ] {
        let (report, at_once) = same(text, &RunOptions::default(), false);
        assert!(!report.findings.is_empty(), "{text}");
        assert!(!at_once[0], "{text}");
    }
}

#[test]
fn findings_late_in_the_grid() {
    for what in [
        "if (i == n - 100) out[n + 3] = 1.0f;",
        "if (i > n - 2000) out[i] = some[i % 512] / (blockIdx.x % 2);",
        "__shared__ float s[64]; if (blockIdx.x == 600) out[i] = s[threadIdx.x] * 2;",
        "if (i == n / 2) __trap();",
        "if (i == n / 2) while (true) out[i] += 1.0f;",
        "volatile int *flag = some; if (blockIdx.x == 650) flag[threadIdx.x] = 1;",
    ] {
        let text = format!(
            "__global__ void k(float *out, const float *in, int *some, int n) {{
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                float x = in[i];
                {what}
                if (i % 64 == 70) out[i] = x;
            }}"
        );
        let options = RunOptions {
            fuel: 200_000,
            ..RunOptions::default()
        };
        let (report, at_once) = same(&text, &options, false);
        let sound = report.outcome == Outcome::Finished && report.findings.is_empty();
        assert!(!sound || what.contains("volatile"), "{what}");
        assert!(!at_once[0], "{what}");
    }
}

/// Rounds that went well are taken back if a later one does not: memory, what of it is written, and all counts.
#[test]
fn late_in_a_long_grid() {
    for (what, finds) in [
        ("", false),
        // Past the end.
        ("if (i == n - 100) out[n + 3] = x;", true),
        // What a block of the first round has read, and written.
        ("if (blockIdx.x == 690) some[3] = i;", true),
        ("if (i == n - 100) out[70] = x;", true),
        // Twice by one thread: no race, but its job must know.
        ("out[i] = x + 1.0f;", false),
        ("if (blockIdx.x > 500) out[i] = x + 1.0f;", false),
        ("if (blockIdx.x > 500) out[i] += 1.0f;", false),
        // By two threads of a block that nothing orders: the second one stores what was there before the first.
        ("if (blockIdx.x == 650) out[i ^ 32] = 0.0f;", true),
    ] {
        let text = format!(
            "__device__ int sums[64];
            __global__ void k(float *out, const float *in, int *some, int n) {{
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                float x = 0.0f;
                for (int j = 0; j < 200; j++) x = x * 0.5f + in[(i + j) % n];
                out[i] = x + some[i % 8];
                atomicAdd(&sums[i % 64], 1);
                {what}
            }}"
        );
        for fresh in [false, true] {
            let (report, at_once) = same(&text, &RunOptions::default(), fresh);
            assert_eq!(!report.findings.is_empty(), finds, "{what}");
            assert_eq!(at_once[0], !finds, "{what}");
        }
    }
}

#[test]
fn fuel_ends_where_it_ends_on_one_hand() {
    let text = "__global__ void k(float *out, const float *in, int *some, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        for (int j = 0; j < 50; j++) out[i] += in[i];
    }";
    let (whole, at_once) = same(text, &RunOptions::default(), false);
    assert_eq!(at_once, [true, true]);
    let all = whole.counters.warp_instructions;
    for fuel in [all / 2, all - 1, all, all + 1] {
        same(
            text,
            &RunOptions {
                fuel,
                ..RunOptions::default()
            },
            false,
        );
    }
}

/// The first blocks are watched, the others not: the same blocks whoever runs them, and memory is as if all were.
#[test]
fn watched_for_a_while() {
    let late = "__global__ void k(float *out, const float *in, int *some, int n) {
        __shared__ float s[64];
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (blockIdx.x == 600) s[0] = i; else s[threadIdx.x] = in[i];
        __syncthreads();
        out[i] = s[63 - threadIdx.x] + some[threadIdx.x];
    }";
    let early = late.replace("600", "20");
    let outside = late.replace("== 600) s[0] = i", "> 680) out[n + i] = i");
    let loops = "__global__ void k(float *out, const float *in, int *some, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        for (int j = 0; j < 3; j++) out[i] = out[i] * 0.5f + in[i];
        atomicAdd(&some[i % 512], 1);
    }";
    // Whether findings come: of the watched blocks those of every kind, of the others only accesses that go nowhere.
    for (text, finds) in [
        (late, false),
        (early.as_str(), true),
        (outside.as_str(), true),
        (loops, false),
    ] {
        for fresh in [false, true] {
            let limit = |watched| RunOptions {
                watched,
                ..RunOptions::default()
            };
            if fresh && text == loops {
                continue;
            }
            let (some, _) = same(text, &limit(2000), fresh);
            let (all, _) = same(text, &limit(u64::MAX), fresh);
            let [some, all] = [some, all].map(|report| {
                let finds = !report.findings.is_empty();
                (report.watched, finds, report.touched)
            });
            assert!(some.0 > 20 && some.0 < 600, "{} blocks watched", some.0);
            assert_eq!(all.0, u64::from(BLOCKS));
            assert_eq!(some.1, finds, "{text}");
            assert_eq!(some.2, all.2, "{text}");
            let bytes = [2000, u64::MAX].map(|watched| run(text, 1, &limit(watched), fresh).bytes);
            assert!(bytes[0] == bytes[1], "{text}");
        }
    }
}

/// Watching ends while blocks are in the midst of a call: those that run on hands begin again with the kernel's registers.
#[test]
fn watched_until_within_a_call() {
    let text = "struct A { __device__ virtual float f(float x) = 0; };
        struct B : A {
            __device__ float f(float x) override { do x = x * 1.5f - floorf(x * 1.5f); while (x > 0.3f); return x; }
        };
        __device__ A *made;
        __global__ void k(float *out, const float *in, int *some, int n) {
            B b;
            if (n < 0) made = &b;
            A *a = n < 0 ? made : &b;
            float s = in[0], t = n * 0.5f;
            for (int j = 0; j < 300; j++) s += a->f(threadIdx.x * 0.001f + j * 0.37f + s);
            out[blockIdx.x * blockDim.x + threadIdx.x] = s + t;
        }";
    let options = RunOptions {
        watched: 4000,
        ..RunOptions::default()
    };
    let (report, _) = same(text, &options, false);
    assert_eq!(report.outcome, Outcome::Finished);
}

/// Where lanes lie far apart a block takes longer to watch, and of a long kernel fewer are; of a short one as many.
#[test]
fn far_apart_counts_more() {
    let text = |at: &str, times: u32| {
        format!(
            "__global__ void k(float *out, const float *in, int *some, int n) {{
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                for (int j = 0; j < {times}; j++) out[{at}] = out[{at}] * 0.5f + in[i];
            }}"
        )
    };
    let watched = |watched, times| {
        let options = RunOptions {
            watched,
            ..RunOptions::default()
        };
        let of = |at| same(&text(at, times), &options, false).0.watched;
        (of("i"), of("i % 32 * (n / 32) + i / 32"))
    };
    let (near, far) = watched(1 << 19, 100);
    assert!(far < near / 2, "{far} of them, {near} of neighbours");
    let (near, far) = watched(20_000, 4);
    assert!(far > near / 2, "{far} of them, {near} of neighbours");
}

/// A kernel whose blocks may wait for each other is watched to its end.
#[test]
fn blocks_that_talk_are_all_watched() {
    let text = "__global__ void k(float *out, const float *in, int *some, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        out[i] = in[i];
        __threadfence();
        if (threadIdx.x == 0) atomicAdd(&some[0], 1);
    }";
    let options = RunOptions {
        watched: 2000,
        ..RunOptions::default()
    };
    let (report, _) = same(text, &options, false);
    assert_eq!(report.watched, u64::from(BLOCKS));
}

/// A loop makes few blocks worth sharing out before any has run; a launch that then turns out small leaves the next to one hand.
#[test]
fn small_launches_are_for_one_hand() {
    let text = "__global__ void k(float *out, int n) {
        float sum = 0;
        for (int j = 0; j < n; j++) sum += j;
        out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
    }";
    let module = simt::compile(&Source::new("crew.cu", text)).expect("it compiles");
    let shared_out = |rounds: i32| {
        let mut memory = Memory::new();
        let out = memory.alloc("out", Elem::F32, 8 * 256, Init::Zeroed);
        let launch = Launch {
            kernel: "k".to_string(),
            grid: 8.into(),
            block: 256.into(),
            shared_bytes: 0,
            args: vec![Arg::Buffer(out), Arg::I32(rounds)],
        };
        let options = RunOptions {
            crew: Some(Crew {
                hands: 3,
                work: at_once,
                after: 1 << 16,
            }),
            checks: false,
            ..RunOptions::default()
        };
        [(); 3].map(|()| simt::run(&module, &mut memory, &launch, &options).shared_out)
    };
    assert_eq!(shared_out(8), [8, 0, 0], "small");
    assert_eq!(shared_out(4000), [8, 8, 8], "large");
}
