//! What a warp did, step by step, beside what it must have done; and that whoever watches it so changes nothing.
//!
//! In: kernels that are easy to follow by hand, and small programs of every sort. Out: lines, masks, values and addresses; the same report
//! and memory as without.

use simt::ir::pointer::Space;
use simt::launch::{Arg, Buffer, Dim3, Elem, Init, Launch, Memory, RunOptions};
use simt::report::trace::{Traced, TracedRow, WarpTrace};
use simt::report::{Op, Report};
use simt::source::Source;

/// A kernel `k(float *y, const float *x, int n)` with two blocks of 64 threads; `x[i]` is `i`, `y[i]` is 1000.
struct Run {
    memory: Memory,
    y: Buffer,
    launch: Launch,
    module: simt::Compiled,
}

impl Run {
    fn of(text: &str, n: i32) -> Run {
        let module = simt::compile(&Source::new("trace.cu", text)).expect("it compiles");
        let mut memory = Memory::new();
        let bytes = |of: fn(usize) -> f32| (0..128).flat_map(|i| of(i).to_le_bytes()).collect();
        let y = memory.alloc("y", Elem::F32, 128, Init::Bytes(bytes(|_| 1000.0)));
        let x = memory.alloc("x", Elem::F32, 128, Init::Bytes(bytes(|i| i as f32)));
        let launch = Launch {
            kernel: "k".to_string(),
            grid: Dim3::from(2),
            block: Dim3::from(64),
            shared_bytes: 0,
            args: vec![Arg::Buffer(y), Arg::Buffer(x), Arg::I32(n)],
        };
        Run {
            memory,
            y,
            launch,
            module,
        }
    }

    fn report(&mut self, trace: Option<Traced>) -> (Report, Vec<f32>) {
        let options = RunOptions {
            trace,
            ..RunOptions::default()
        };
        let report = simt::run(&self.module, &mut self.memory, &self.launch, &options);
        (report, self.memory.f32s(self.y))
    }
}

fn asked(block: u32, warp: u32) -> Traced {
    Traced {
        block: [block, 0, 0],
        warp,
        first: 0,
        most: 100_000,
    }
}

fn traced(text: &str, n: i32, of: Traced) -> WarpTrace {
    let (report, _) = Run::of(text, n).report(Some(of));
    *report.trace.expect("it was asked for")
}

/// The lines of the steps, each with its lanes.
fn lines(trace: &WarpTrace) -> Vec<(u32, u32)> {
    trace.steps.iter().map(|s| (s.line, s.active)).collect()
}

/// What a row's lanes hold, in 32 bits.
fn row(trace: &WarpTrace, row: TracedRow) -> Vec<u32> {
    let words = |from: u32| &trace.words[from as usize..];
    match row {
        TracedRow::Same(bits) => vec![bits as u32; 32],
        TracedRow::Run(from, by) => (0..32)
            .map(|k| from.wrapping_add(by.wrapping_mul(k)))
            .collect(),
        TracedRow::Words(at) => words(at)[..32].to_vec(),
        TracedRow::Doubles(at) => words(at)[..64].iter().step_by(2).copied().collect(),
    }
}

/// The values that a variable gets, in order, each with the line of the step.
fn values(trace: &WarpTrace, name: &str) -> Vec<(u32, Vec<u32>)> {
    let mut out = Vec::new();
    let mut from = 0;
    for step in &trace.steps {
        for write in &trace.writes[from..step.writes as usize] {
            if trace.variables[write.variable as usize].name == name {
                out.push((step.line, row(trace, write.row)));
            }
        }
        from = step.writes as usize;
    }
    out
}

const SAXPY: &str = "__global__ void k(float *y, const float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = x[i];
        y[i] = 2.0f * v + y[i];
    }
}
";

#[test]
fn registers_and_addresses_are_those_of_the_kernel() {
    // The second warp of the second block: threads 96 to 127, of which the first 4 have an element.
    let trace = traced(SAXPY, 100, asked(1, 1));
    assert_eq!(trace.lanes, !0);
    assert_eq!(lines(&trace)[..4], [(2, !0), (3, !0), (4, 0xf), (5, 0xf)]);
    let i: Vec<u32> = (96..128).collect();
    assert_eq!(values(&trace, "i"), [(2, i.clone())]);
    assert_eq!(values(&trace, "n"), [(2, vec![100; 32])]);
    let v = &values(&trace, "v")[0];
    let want: Vec<u32> = (96..100).map(|i| (i as f32).to_bits()).collect();
    assert_eq!((v.0, &v.1[..4]), (4, &want[..]));
    let told: Vec<_> = trace
        .requests
        .iter()
        .map(|r| {
            let (site, into) = (&trace.sites[r.site as usize], r.into.expect("it is sound"));
            let of = &trace.allocations[into as usize];
            let at = row(&trace, r.at)[..4].to_vec();
            (
                site.line,
                site.op,
                of.name.as_str(),
                at,
                (r.lanes, r.cost, r.ideal),
            )
        })
        .collect();
    let at = vec![384, 388, 392, 396];
    let want = |line, op, name| (line, op, name, at.clone(), (0xf, 1, 1));
    assert_eq!(
        told,
        [
            want(4, Op::Load, "x"),
            want(5, Op::Load, "y"),
            want(5, Op::Store, "y")
        ]
    );
    // After the last step of its scope a variable is still there to be seen.
    let of_v = trace.variables.iter().find(|of| of.name == "v");
    let of_v = of_v.expect("it is declared");
    assert!((of_v.from..=of_v.to).contains(&trace.steps[3].pc));
    let into = trace
        .writes
        .iter()
        .find(|w| w.into.is_some())
        .expect("x and y are pointers");
    assert_eq!(into.row, TracedRow::Same(0));
}

#[test]
fn both_sides_of_a_branch_are_steps_of_their_lanes() {
    let text = "__global__ void k(float *y, const float *x, int n) {
    int i = threadIdx.x;
    float v;
    if (i % 4 == 0)
        v = x[i];
    else
        v = -1.0f;
    y[i] = v;
}
";
    let trace = traced(text, 0, asked(0, 0));
    let (some, rest) = (0x1111_1111, 0xeeee_eeee);
    let want = [(2, !0), (4, !0), (5, some), (7, rest), (8, !0)];
    assert_eq!(lines(&trace)[..5], want);
    let last = values(&trace, "v").pop().expect("it has values");
    let want: Vec<u32> = (0..32)
        .map(|i| if i % 4 == 0 { i as f32 } else { -1.0 }.to_bits())
        .collect();
    assert_eq!(last, (7, want));
}

const LOOP: &str = "__global__ void k(float *y, const float *x, int n) {
    __shared__ float s[32][33];
    float sum = 0.0f;
    for (int j = 0; j < n; j++) {
        s[threadIdx.x % 32][j] = x[j];
        sum += x[j];
    }
    y[threadIdx.x] = sum + s[0][threadIdx.x % 32];
}
";

#[test]
fn a_loop_is_a_step_a_line_and_a_round() {
    let trace = traced(LOOP, 3, asked(0, 0));
    let lines: Vec<u32> = trace.steps.iter().map(|step| step.line).collect();
    assert_eq!(lines[..11], [3, 4, 5, 6, 4, 5, 6, 4, 5, 6, 4]);
    let j: Vec<u32> = values(&trace, "j").iter().map(|(_, row)| row[31]).collect();
    assert_eq!(j, [0, 1, 2, 3]);
    let sums: Vec<f32> = values(&trace, "sum")
        .iter()
        .map(|(_, row)| f32::from_bits(row[0]))
        .collect();
    assert_eq!(sums, [0.0, 1.0, 3.0]);
    // A column of a padded tile: 33 words apart, a pass.
    let shared: Vec<_> = trace
        .requests
        .iter()
        .filter(|r| trace.allocations[r.into.expect("sound") as usize].space == Space::Shared)
        .collect();
    assert_eq!(shared[1].at, TracedRow::Run(4, 132));
    assert_eq!((shared[1].cost, shared[1].ideal), (1, 1));
    let tile = &trace.allocations[shared[0].into.expect("sound") as usize];
    assert_eq!(
        (tile.name.as_str(), &tile.strides[..]),
        ("s", &[132, 4][..])
    );
}

#[test]
fn a_part_of_the_steps_is_what_the_whole_has_there() {
    let whole = traced(LOOP, 20, asked(0, 1));
    let part = Traced {
        first: 30,
        most: 7,
        ..asked(0, 1)
    };
    let part = traced(LOOP, 20, part);
    assert_eq!((part.first, part.steps.len()), (30, 7));
    assert_eq!(part.all, whole.steps.len() as u64);
    assert_eq!(lines(&part), lines(&whole)[30..37]);
    // The first step brings all that is known before it.
    let at = whole.steps[29].writes as usize;
    let j = whole.writes[..at].iter().rev();
    let j = j.filter(|w| whole.variables[w.variable as usize].name == "j");
    let before = j
        .map(|w| row(&whole, w.row))
        .next()
        .expect("it is in the loop");
    assert_eq!(values(&part, "j")[0], (part.steps[0].line, before));
    let none = traced(LOOP, 20, asked(2, 0));
    assert_eq!((none.lanes, none.all, none.steps.len()), (0, 0, 0));
}

#[test]
fn a_step_in_which_something_is_wrong_is_marked() {
    // The last lane of the last warp is one past the end.
    let text = "__global__ void k(float *y, const float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = x[i + 1];
    y[i] = a;
}
";
    let trace = traced(text, 0, asked(1, 1));
    let marked: Vec<u32> = trace
        .steps
        .iter()
        .filter(|s| s.found)
        .map(|s| s.line)
        .collect();
    assert_eq!(marked, [3]);
    let astray = trace.requests.iter().find(|r| r.into.is_none());
    assert_eq!(astray.map(|r| r.lanes), Some(1 << 31));
    let other = traced(text, 0, asked(0, 1));
    assert!(other.steps.iter().all(|step| !step.found));
}

/// Kernels in which warps part, meet, wait, call, spin and race.
const SORTS: [&str; 7] = [
    SAXPY,
    LOOP,
    "__device__ float twice(float v) { return v * 2; }
__device__ __noinline__ float far(float v, int d) { return d > 0 ? far(v, d - 1) + 1 : v; }
__global__ void k(float *y, const float *x, int n) {
    int i = threadIdx.x;
    y[i] = far(twice(x[i]), i % 5);
}",
    "__global__ void k(float *y, const float *x, int n) {
    __shared__ float s[64];
    int i = threadIdx.x;
    s[i] = x[i];
    y[i] = s[63 - i];
    if (i < 40) { s[i] = 1; return; }
    atomicAdd(&y[i % 3], s[i]);
}",
    "__global__ void k(float *y, const float *x, int n) {
    int i = threadIdx.x;
    float v = x[i];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    if (i % 32 == 0) y[i / 32] = v;
    __syncthreads();
    float a[4];
    for (int j = 0; j < 4; j++) a[(j + i) % 4] = y[0] + j;
    y[64 + i] = a[i % 4];
}",
    "__global__ void k(float *y, const float *x, int n) {
    int i = threadIdx.x;
    volatile float *flag = y;
    if (i % 32 == 3) flag[i / 32] = 5.0f;
    while (flag[i / 32] != 5.0f) { }
    y[64 + i] = i;
}",
    "__global__ void k(float *y, const float *x, int n) {
    float w;
    if (threadIdx.x > n) w = x[threadIdx.x];
    y[threadIdx.x] = w;
    double d = threadIdx.x;
    if (threadIdx.x == 70) asm volatile(\"\");
    y[blockIdx.x + 200] = (float)d;
}",
];

/// What a run did: without the trace, and without how the run was made.
fn did(report: Report) -> Report {
    Report {
        trace: None,
        shadow_bytes: 0,
        effort: 0,
        ..report
    }
}

#[test]
fn whoever_follows_a_warp_changes_nothing() {
    let bits = |all: Vec<f32>| all.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    for text in SORTS {
        let (want, memory) = Run::of(text, 50).report(None);
        let (want, memory) = (did(want), bits(memory));
        for of in [asked(0, 0), asked(0, 1), asked(1, 1)] {
            let (once, left) = Run::of(text, 50).report(Some(of));
            let (again, _) = Run::of(text, 50).report(Some(of));
            assert_eq!(once, again, "{text}");
            let trace = once.trace.as_ref().expect("it was asked for");
            assert!(trace.steps.len() > 1, "{text}");
            assert_eq!(did(once), want, "{text}");
            assert_eq!(bits(left), memory, "{text}");
        }
    }
}
