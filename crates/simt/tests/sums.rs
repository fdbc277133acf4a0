//! Loops that only add up give what their rounds give one by one.
//!
//! In: kernels with loops of that kind, some written here and some drawn. Out: the same bits from a run in
//! which rounds are made many at once (nobody watches, warps go together) and from those in which every round is made (somebody watches, or each warp goes
//! alone: any other seed).

use proptest::prelude::*;
use simt::Compiled;
use simt::launch::{Arg, Dim3, Elem, Init, Launch, Memory, RunOptions};
use simt::report::Outcome;
use simt::source::Source;
use std::sync::LazyLock;

/// How many elements the buffers have.
const SIZE: usize = 1 << 14;

/// Small whole numbers, fractions, and now and then what is no number.
fn data(odd: bool) -> Vec<u8> {
    let value = |i: usize| match i * 2654435761 % 1009 {
        7 if odd => f32::NAN,
        11 if odd => f32::INFINITY,
        13 => -0.0,
        x if x % 2 == 0 => x as f32 - 500.0,
        x => 0.1 + x as f32 * 1e-3,
    };
    (0..SIZE).flat_map(|i| value(i).to_le_bytes()).collect()
}

/// Both kinds of data, the odd one second: every run begins with the same, so that they are made once.
static DATA: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| [false, true].map(data));

/// A kernel is compiled once for all the ways in which it is run.
fn compiled(text: &str) -> Compiled {
    simt::compile(&Source::new("sums.cu", text)).expect("it compiles")
}

/// How a kernel is run.
struct How {
    block: Dim3,
    seed: u64,
    checks: bool,
}

/// Runs `k(float *out, const float *a, const float *b, int n)`; gives the bits of `out` and how many instructions it took.
fn run(
    module: &Compiled,
    How {
        block,
        seed,
        checks,
    }: How,
    n: i32,
    odd: bool,
) -> (Vec<u8>, u64) {
    let mut memory = Memory::new();
    let mut buffer = |name: &str, bytes| memory.alloc(name, Elem::F32, SIZE, Init::Bytes(bytes));
    let out = buffer("out", vec![0; 4 * SIZE]);
    let [even, other] = [false, odd].map(|odd| DATA[usize::from(odd)].clone());
    let (a, b) = (buffer("a", other), buffer("b", even));
    let launch = Launch {
        kernel: "k".to_string(),
        grid: Dim3::from((2, 2)),
        block,
        shared_bytes: 0,
        args: vec![
            Arg::Buffer(out),
            Arg::Buffer(a),
            Arg::Buffer(b),
            Arg::I32(n),
        ],
    };
    let options = RunOptions {
        seed,
        checks,
        ..RunOptions::default()
    };
    let report = simt::run(module, &mut memory, &launch, &options);
    let text = module.source().text();
    assert_eq!(report.outcome, Outcome::Finished, "{text}");
    let bytes = memory.bytes(out).to_vec();
    (bytes, report.counters.warp_instructions)
}

fn agree(text: &str, n: i32) {
    let module = compiled(text);
    for (x, y) in [
        (16, 16),
        (32, 8),
        (32, 32),
        (10, 10),
        (1, 1),
        (7, 5),
        (200, 1),
    ] {
        let block = Dim3::from((x, y));
        for odd in [false, true] {
            let (want, _) = run(
                &module,
                How {
                    block,
                    seed: 1,
                    checks: false,
                },
                n,
                odd,
            );
            let (watched, _) = run(
                &module,
                How {
                    block,
                    seed: 0,
                    checks: true,
                },
                n,
                odd,
            );
            let (got, _) = run(
                &module,
                How {
                    block,
                    seed: 0,
                    checks: false,
                },
                n,
                odd,
            );
            assert!(want.iter().any(|x| *x != 0), "it does something: {text}");
            assert!(want == watched, "{x} by {y} threads, {n}: {text}");
            assert!(want == got, "{x} by {y} threads, {n}: {text}");
        }
    }
}

/// A kernel that makes `sum` in a thread, and `more` beside it.
fn kernel(body: &str) -> String {
    format!(
        "__global__ void k(float *out, const float *a, const float *b, int n) {{
            int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
            int id = (y * gridDim.x * blockDim.x + x) % {SIZE};
            float sum = 0.5f, more = 1;
            int whole = 3;
            double wide = 0.125;
            long long big = 5;
            {body}
            out[id] = sum + more * 0.25f + whole;
            long long bits = __double_as_longlong(wide) + big;
            out[(id + 4096) % {SIZE}] = (float)(int)bits;
            out[(id + 8192) % {SIZE}] = (float)(int)(bits >> 32);
        }}"
    )
}

#[test]
fn rounds_count_as_if_each_was_made() {
    let body =
        "if (x < n && y < n) for (int i = 0; i < n; i++) sum += a[y * n + i] * b[i * n + x];";
    let module = compiled(&kernel(body));
    for n in [5, 6, 7, 40, 100] {
        let block = Dim3::from((16, 16));
        let (_, steps) = run(
            &module,
            How {
                block,
                seed: 1,
                checks: false,
            },
            n,
            false,
        );
        let (_, took) = run(
            &module,
            How {
                block,
                seed: 0,
                checks: false,
            },
            n,
            false,
        );
        // A warp that goes alone also counts its end.
        assert_eq!(steps, took + 4 * 8, "{n}");
    }
}

#[test]
fn tiles_that_come_again() {
    let tiled = |before: &str, inner: &str, after: &str| {
        let body = format!(
            "__shared__ float p[1024], q[1024];
            int t = threadIdx.y * blockDim.x + threadIdx.x, d = min(blockDim.x, blockDim.y);
            for (int tile = 0; tile < n; tile++) {{
                p[t] = a[(tile * 1024 + t + 37 * blockIdx.x) % {SIZE}];
                q[t] = b[(tile * 512 + t + 11 * blockIdx.y) % {SIZE}];
                __syncthreads();
                {before}
                for (int i = 0; i < d; i++) {inner}
                {after}
                __syncthreads();
            }}"
        );
        kernel(&body)
    };
    let at = "p[threadIdx.y * blockDim.x + i] * q[i * blockDim.x + threadIdx.x]";
    for n in [1, 2, 7] {
        agree(&tiled("", &format!("sum += {at};"), ""), n);
        let part = tiled("float part = 0;", &format!("part += {at};"), "sum += part;");
        agree(&part, n);
        // What no round changes is another thing for each tile, and so is the first index.
        let own = tiled("float own = tile + t % 3;", "sum += own * p[i];", "");
        agree(&own, n);
        let from = "int skipped = tile % 2; d -= skipped;";
        agree(
            &tiled(from, "sum += q[i + skipped] * p[t];", "d += skipped;"),
            n,
        );
        // Some tiles in some lanes only.
        let some = format!("if (t % 3 <= tile) {{ for (int i = 0; i < d; i++) sum += {at}; }}");
        agree(&tiled(&some, "more += p[i];", ""), n);
        let both = format!("{{ sum += {at}; whole += __float_as_int(q[i]); wide += p[i]; }}");
        agree(&tiled("", &both, ""), n);
    }
}

#[test]
fn products_of_matrices() {
    for n in [5, 6, 7, 8, 23, 64, 100] {
        agree(
            &kernel(
                "if (x < n && y < n) for (int i = 0; i < n; i++) sum += a[y * n + i] * b[i * n + x];",
            ),
            n,
        );
        agree(
            &kernel(
                "if (x < n && y < n) for (int i = n - 1; i >= 0; --i) sum = a[i * n + y] * b[x * n + i] + sum;",
            ),
            n,
        );
        agree(
            &kernel(
                "if (x < n) for (unsigned i = 0; i != n; i++) { sum += a[x * n + i] * b[i]; more -= b[n - i]; }",
            ),
            n,
        );
    }
}

#[test]
fn tiles_in_shared_memory() {
    let text = "__global__ void k(float *out, const float *a, const float *b, int n) {
        __shared__ float left[40][40], right[40][40];
        int tx = threadIdx.x, ty = threadIdx.y;
        for (int j = ty; j < 40; j += blockDim.y)
            for (int i = tx; i < 40; i += blockDim.x) {
                left[j][i] = a[(j * 97 + i + blockIdx.x) % n];
                right[j][i] = b[(j * 31 + i + blockIdx.y) % n];
            }
        __syncthreads();
        float sum = 0;
        for (int i = 0; i < 40; i++) sum += left[ty % 40][i] * right[i][tx % 40];
        out[((blockIdx.y * 2 + blockIdx.x) * blockDim.y + ty) * blockDim.x + tx] = sum;
    }";
    agree(text, 16384);
}

#[test]
fn sums_of_every_kind() {
    let bodies = [
        "for (int i = id; i < 16000; i += 1700) sum += a[i];",
        "for (int i = 0; i < n; i++) { sum = fmaxf(sum, a[i * 3 + id % 7]); more = fminf(b[i], more); }",
        "for (int i = 0; i < n; i++) { float d = a[x % 50 + i] - b[y % 50 + 2 * i]; sum += d * d; whole += i; }",
        "for (int i = 0; i < n; i += 2) { sum += a[i] * b[i]; sum += a[i + 1] * b[i + 1]; }",
        "const float4 *p = (const float4 *)a; for (int i = 0; i < n; i++) { float4 v = p[i + id % 16]; sum += v.x * v.y; more += v.z - fabsf(v.w); }",
        "const int *p = (const int *)a; for (int i = 0; i < n; i++) whole += p[i * 5 + id % 3] * 7;",
        "for (int i = 0; i <= n; i++) { sum += 1.25f; more *= 1.0f + b[i] * 1e-9f; }",
        "float c = a[id]; for (int i = 0; i < n; i++) sum += c * b[i << 1];",
        "for (int j = 0; j < 3; j++) for (int i = j; i < n; i++) sum += a[j * n + i] * b[i * 4 + j];",
        "int i = 0; while (i < n) { sum += a[i]; i += 1; more += b[i]; }",
        "for (int i = 0; i < n; i++) sum = a[i] - sum;",
        "for (int i = 0; i < n; i++) { float d = a[i] - a[id], r = rsqrtf(d * d + 0.5f); sum += d * r * r * r; more += sqrtf(fabsf(d)) / b[i]; }",
        "for (int i = 0; i < n; i++) { sum += expf(a[i] * 0.01f - 1); more += __expf(b[i] * 0.001f); }",
        "for (int i = 0; i < n + id % 9; i++) sum += a[i] * b[id % 30 + i];",
    ];
    for body in bodies {
        for n in [9, 50, 300] {
            agree(&kernel(body), n);
        }
    }
}

#[test]
fn counts_and_indexes_of_64_bits() {
    let bodies = [
        "if (x < n && y < n) for (size_t i = 0; i < n; i++) sum += a[y * n + i] * b[i * n + x];",
        "size_t m = n, first = (size_t)y * m % 97; for (auto i = 0; i < m; ++i) sum += a[first + i] * b[x % 90 + i * m % 7000];",
        "size_t m = n, first = (size_t)y * m % 97; for (auto i = 0; i < m; ++i) sum += a[first + i] * b[x % 90 + i * m];",
        "for (long long i = n - 1; i >= 0; --i) sum += a[i * 3 + id % 50];",
        "for (unsigned long long i = 3; i <= n; i += 2) { sum += a[i << 2]; more -= b[n - i]; }",
        "const float *p = a + id, *end = p + 4 * n; while (p < end) { sum += *p; p += 4; }",
        "const float *p = a + id % 9; for (int i = 0; i < n; i++) { sum += *p++ * b[i]; }",
        "const float *p = a + id % 9, *q = b + y; for (int i = 0; i < n; i++, p += n / 8, q++) sum += *p * *q;",
        "for (unsigned i = 0xffffffe0u; i != (unsigned)n; i++) whole += 3 * (int)a[i & 255];",
        "for (unsigned i = 0xffffffe0u + id % 3; i < 0xfffffff8u; i++) sum += b[i - 0xffffffe0u];",
        "unsigned short m = n; for (unsigned short i = 0; i < m; i++) sum += b[i] * a[m - i];",
        "for (size_t i = id % 5; i < n; i++) { big += (long long)i; sum += b[i]; }",
        "for (int i = 0; i < n; i++) { int k = (int)((size_t)i * 3 + id); sum += a[k % 16384]; }",
        "size_t at = id; for (int i = 0; i < n; i++) { sum += a[(int)at]; at += 7; }",
    ];
    for body in bodies {
        for n in [9, 50, 120] {
            agree(&kernel(body), n);
        }
    }
}

#[test]
fn sums_in_double() {
    let bodies = [
        "const double *p = (const double *)a; for (int i = 0; i < n; i++) wide += p[i * 3 + id % 7] * p[i];",
        "const double *p = (const double *)a; for (size_t i = 0; i < n; i++) { double d = p[i] - p[x % 60]; wide += d * d; }",
        "for (int i = 0; i < n; i++) wide += a[i] * (double)b[i + id % 9];",
        "for (int i = 0; i < n; i++) { wide += a[i + id % 31]; sum += b[i]; }",
        "const double2 *p = (const double2 *)a; for (int i = 0; i < n; i++) { double2 v = p[i + id % 16]; wide += v.x * 0.5 - v.y; }",
        "const double *p = (const double *)b; for (int i = 0; i < n; i++) wide = fmax(wide, fabs(p[i])) - sqrt((double)i * 0 + 2.0);",
        "const double *p = (const double *)b; double most = -1e300; for (int i = 0; i < n; i++) { most = fmax(most, -p[i]); } wide = most;",
        "for (int i = 0; i < n; i++) big += (int)3 * __float_as_int(a[i + id % 8]);",
        "const long long *p = (const long long *)a; for (int i = 0; i < n; i++) big += p[i] * 3 + p[id % 40 + i];",
        "const int *p = (const int *)a; for (int i = 0; i < n; i++) { big += p[i * 2 + id % 3]; wide += p[i]; }",
        "double c = a[id]; for (int i = 0; i < n; i++) wide = wide * 0.999 + c / (1.0 + b[i] * b[i]);",
        "for (int i = 0; i < n; i++) wide += exp((double)a[i] * 1e-3) * rsqrt(2.0 + fabs((double)b[i]));",
    ];
    for body in bodies {
        for n in [9, 50, 120] {
            agree(&kernel(body), n);
        }
    }
}

#[test]
fn sums_kept_in_memory() {
    let bodies = [
        "float *at = out + 12288; if (id < 4096) { at[id] = 0; for (int i = 0; i < n; i++) at[id] += a[i] * b[i + id % 30]; sum = at[id]; }",
        "float *at = out + 12288; if (id < 3333) { at[id] = 2; for (int i = 0; i < n; i++) at[id] = fmaxf(a[i * 3 + y], at[id]); sum = at[id]; }",
        "float *at = out + 12288; if (x < n && y < n) { at[id] = 2; for (size_t i = 0; i < n; i++) at[id] -= a[i * 3 + y]; more = at[id]; }",
        "double *at = (double *)out + 6144; if (id < 2000) { at[id] = 1; for (int i = 0; i < n; i++) at[id] += a[i] * (double)b[i + x % 9]; wide = at[id]; }",
        "int *at = (int *)out + 12288; if (id < 4096) { at[id] = 7; for (int i = 0; i < n; i++) at[id] += __float_as_int(a[i + id % 5]) * i; whole += at[id] % 1000; }",
        "__shared__ float at[1024]; int t = threadIdx.y * blockDim.x + threadIdx.x; at[t] = 1; for (int i = 0; i < n; i++) at[t] += a[i + t] * b[i]; sum += at[t];",
        "__shared__ float at[1024]; int t = threadIdx.y * blockDim.x + threadIdx.x; at[t] = 1; __syncthreads(); for (int i = 0; i < n; i++) at[t / 2] += a[i + t] * b[i]; __syncthreads(); sum += at[t];",
        "float *at = out + 12288; if (id < 4096) { at[id] = 3; for (int i = 0; i < n; i++) at[id] += a[i] * at[id]; sum = at[id]; }",
        "float *at = out + 12288; if (id < 1) { at[8] = 3; for (int i = 0; i < 16; i++) at[8] += a[i] + at[i]; sum = at[8]; }",
        "float *at = out + 12288; if (id < 2000) { for (int i = 0; i < n; i++) at[(id + i) & 4095] = at[(id + i) & 4095] * 0 + 1; }",
        "float *at = out + 12288; if (id < 4096) { at[id] = 3; for (int i = 0; i < n; i++) { at[id] += a[i]; more += at[id]; } }",
        "float *at = out + 12288; if (id < 4096) { at[id] = 3; for (int i = 0; i < n; i++) { float was = at[id]; at[id] = was + a[i]; more = was; } }",
    ];
    for body in bodies {
        for n in [9, 50, 120] {
            agree(&kernel(body), n);
        }
    }
}

#[test]
fn pointers_that_every_round_loads() {
    let held = "__shared__ const float *rows[2]; __shared__ float *to[1];
        rows[0] = a; rows[1] = b; to[0] = out + 12288; __syncthreads();";
    let bodies = [
        "for (int i = 0; i < n; i++) sum += rows[0][i] * rows[1][x + i];",
        "for (int i = 0; i < n; i++) { __threadfence_block(); sum += rows[y & 1][i] * 2; }",
        "for (int i = 0; i < n; i++) { const float *row = rows[0] + x; float one = row[i]; more += one; sum += one * one; }",
        "if (id < 4096) { to[0][id] = 3; for (int i = 0; i < n; i++) to[0][id] += rows[0][i] * rows[1][i]; sum = to[0][id]; }",
        // The sum lies where the pointer is.
        "__shared__ const float *own[1024]; int t = threadIdx.y * blockDim.x + threadIdx.x; own[t] = a;
        for (int i = 0; i < n; i++) *(long long *)&own[t] += 4 * (own[t][0] < 1e9f); sum = own[t] - a;",
    ];
    for body in bodies {
        for n in [9, 50] {
            agree(&kernel(&format!("{held}\n{body}")), n);
        }
    }
}

/// Lanes of a warp, whole warps, or all threads stay out of a branch in all rounds.
#[test]
fn branches_that_the_same_lanes_take() {
    for takes in [
        "x == 0",
        "x % 3 == 1",
        "y == 1",
        "id < 5",
        "n < 0",
        "n > 0",
        "a[id] > 0.0f",
        "(long long)x * 2 > y",
    ] {
        for body in [
            "for (int i = 0; i < n; i++) { sum += a[i * n + x] * b[i * 3 + y]; if (TAKES) more += b[i * 3 + y]; }",
            "for (int i = 0; i < n; i++) { if (TAKES) { int at = i * n + x; sum += a[at]; wide += b[at]; } whole += i < 0; more += a[i]; }",
            "for (int i = 0; i < n; i++) if (TAKES) { float d = a[i + x] - b[i]; sum += d * d; more -= b[i]; }",
            // The same sum in two places, a value that is read after the branch, and a count in it: none of them is planned.
            "for (int i = 0; i < n; i++) { sum += a[i]; if (TAKES) sum += b[i]; }",
            "float last = 1; for (int i = 0; i < n; i++) { if (TAKES) last = a[i]; sum += last; }",
            "int at = 0; for (int i = 0; i < n; i++) { if (TAKES) at++; sum += a[at]; }",
            "for (int i = 0; i < n; i++) { if (TAKES) sum += a[i]; else more += b[i]; }",
        ] {
            agree(&kernel(&body.replace("TAKES", takes)), 70);
        }
    }
}

#[test]
fn rounds_count_without_what_no_lane_takes() {
    for takes in ["x == 0", "x % 3 == 1", "y == 1", "n < 0"] {
        let body =
            format!("for (int i = 0; i < n; i++) {{ sum += a[i]; if ({takes}) more += b[i]; }}");
        let module = compiled(&kernel(&body));
        // So few rounds are made one by one; a warp that goes alone counts the end of a branch that it does not take, which a gang does not.
        let [four, five, many] = [4, 5, 100].map(|n| {
            let block = Dim3::from((16, 16));
            run(
                &module,
                How {
                    block,
                    seed: 0,
                    checks: false,
                },
                n,
                false,
            )
            .1
        });
        assert_eq!(many - five, 95 * (five - four), "{takes}");
    }
}

/// Lanes that read rows of a matrix each, so that no two read words in a row; on one side of a product and on both.
#[test]
fn rows_by_lane() {
    for n in [8, 33, 64] {
        for (left, right) in [
            ("a[x % 61 * n + i]", "b[y * n + i]"),
            ("a[x % 61 * n + i]", "b[i * n + y]"),
            ("a[x % 61 * n + i]", "b[(x + y) % 61 * n + i]"),
            ("a[x % 61 * n + i]", "b[i * n + x]"),
            ("a[(x / 5 + y) % 61 * n + i]", "b[i * n + x / 3]"),
            ("a[x % 61 * n + n - i]", "b[x * 7 + i * 2]"),
        ] {
            let fused = format!("for (int i = 0; i < n; i++) sum += {left} * {right};");
            agree(&kernel(&fused), n);
            let rounded = format!(
                "for (int i = 0; i < n; i++) sum = __fadd_rn(sum, __fmul_rn({left}, {right}));"
            );
            agree(&kernel(&rounded), n);
        }
    }
}

#[test]
fn what_is_no_sum_goes_round_by_round() {
    let bodies = [
        "for (int i = 0; i < n; i++) { sum += a[i]; more = sum * 0.5f + more; }",
        "for (int i = 0; i < n; i++) if (a[i] > 0) sum += a[i];",
        "for (int i = 0; i < n; i++) { sum += a[i]; if (sum > 1e4f) break; }",
        "float last = 0; for (int i = 0; i < n; i++) { sum += last; last = a[i]; }",
        "for (int i = 0; i < n; i++) { out[id] = sum; sum += out[id] + a[i]; }",
        "for (int i = 1; i < n; i *= 2) sum += a[i];",
        "int at = 0; for (int i = 0; i < n; i++) { sum += a[at]; at = (at * 5 + 1) % 64; }",
    ];
    for body in bodies {
        agree(&kernel(body), 70);
    }
}

/// An index that goes up evenly, within the buffers for up to 60 rounds.
fn index() -> impl Strategy<Value = String> {
    (
        0..20i32,
        0..20i32,
        0..40i32,
        prop::sample::select(vec!["i", "(59 - i)", "2 * i", "(i << 3)"]),
    )
        .prop_map(|(x, y, c, i)| format!("{i} * {c} + x % 61 * {x} + y % 67 * {y} + {c}"))
}

fn operand() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => index().prop_map(|i| format!("a[{i}]")),
        4 => index().prop_map(|i| format!("b[{i}]")),
        1 => Just("0.75f".to_string()),
        1 => Just("fix".to_string()),
    ]
}

/// The same within half as many elements.
fn near() -> impl Strategy<Value = String> {
    (0..20i32, 0..9i32).prop_map(|(x, c)| format!("i * {c} + x % 61 * {x} + {c}"))
}

/// How a loop counts to `n`.
fn head() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "int i = 0; i < n; i++",
        "size_t i = 0; i < n; ++i",
        "long long i = 0; i <= n - 1; i += 1",
        "unsigned i = 0; i < (size_t)n; i++",
        "int i = 0; i != n; i++",
    ])
}

fn term() -> impl Strategy<Value = String> {
    let two = || (operand(), operand());
    prop_oneof![
        two().prop_map(|(x, y)| format!("sum += {x} * {y};")),
        two().prop_map(|(x, y)| format!("more -= {x} - {y};")),
        two().prop_map(|(x, y)| format!("sum = fmaxf(sum, fabsf({x}) + {y});")),
        two().prop_map(|(x, y)| format!("{{ float d = {x} * {y}; more = more + d * d; }}")),
        two().prop_map(|(x, y)| format!("wide += {x} * (double){y};")),
        (near(), operand()).prop_map(|(i, x)| format!("wide -= d[{i}] * {x};")),
        near().prop_map(|i| format!("big += __double_as_longlong(d[{i}]) * 5;")),
        operand().prop_map(|x| format!("whole += __float_as_int({x}) * 3;")),
        operand().prop_map(|x| format!("big += __float_as_int({x});")),
        two().prop_map(|(x, y)| format!("if (y % 2 == 0) part += {x} * {y};")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn loops_as_they_are_drawn(
        head in head(),
        terms in prop::collection::vec(term(), 1..4),
        n in 4..60i32,
    ) {
        let body = format!(
            "float fix = a[id], part = 0; const double *d = (const double *)b; for ({head}) {{ {} }} sum += part;",
            terms.join(" ")
        );
        agree(&kernel(&body), n);
    }
}
