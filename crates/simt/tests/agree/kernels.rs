//! Random kernels, drawn so that they have one meaning: no races, nothing unwritten read, no shift too far, no division by
//! zero, every loop short.
//!
//! A statement is drawn for straight code, where all threads of a block come along and may shuffle and wait for each
//! other, or for any place. Loops and locals are named by a number that each use of them makes its own scope for.

use proptest::prelude::*;
use proptest::sample::select;

/// Results of a thread.
pub const OUTS: usize = 16;

/// A text strategy.
type Text = BoxedStrategy<String>;

/// Scalars that any expression may read and any statement may write.
const INTS: [&str; 9] = ["i0", "i1", "u0", "u1", "l0", "m0", "c0", "h0", "b0"];
const FLOATS: [&str; 3] = ["f0", "f1", "d0"];
const PLACES: [&str; 6] = ["p.a", "p.u", "q.a", "ia[1]", "*at", "ref"];
const FLOAT_PLACES: [&str; 4] = ["p.f", "q.f", "fa[2]", "fa[0]"];
const READS: [&str; 6] = ["t", "n", "in[g]", "mine[3]", "theirs[2]", "blockIdx.x"];

fn pick(words: &'static [&'static str]) -> Text {
    select(words).prop_map(str::to_owned).boxed()
}

fn integer_leaf() -> Text {
    let literal = prop_oneof![
        (-9i64..10).prop_map(|v| format!("({v})")),
        pick(&[
            "0x7fffffff",
            "0x80000000u",
            "1000000007",
            "3000000000u",
            "1LL << 40",
            "-1"
        ])
        .prop_map(|v| format!("({v})")),
    ];
    prop_oneof![
        4 => pick(&INTS),
        2 => pick(&PLACES),
        2 => pick(&READS),
        2 => literal,
    ]
    .boxed()
}

fn float_leaf() -> Text {
    prop_oneof![
        4 => pick(&FLOATS),
        2 => pick(&FLOAT_PLACES),
        1 => pick(&["fin[g]", "1.5f", "0.1", "(-3.25f)", "1e30f", "0.0f"]),
    ]
    .boxed()
}

/// An expression of integer type; without effects on what others read.
fn integer(depth: u32) -> Text {
    if depth == 0 {
        return integer_leaf();
    }
    let e = || integer(depth - 1);
    prop_oneof![
        3 => integer_leaf(),
        4 => (e(), pick(&["+", "-", "*", "&", "|", "^", "<", "==", "!=", ">=", "&&", "||"]), e())
            .prop_map(|(a, op, b)| format!("({a} {op} {b})")),
        1 => (e(), pick(&["<<", ">>"]), e()).prop_map(|(a, op, b)| format!("({a} {op} ({b} & 15))")),
        1 => (e(), pick(&["/", "%"]), e()).prop_map(|(a, op, b)| format!("({a} {op} (({b} & 7) | 1))")),
        1 => (pick(&["-", "~", "!", "+"]), e()).prop_map(|(op, a)| format!("({op}{a})")),
        1 => (pick(&["int", "unsigned", "short", "unsigned char", "long long", "bool", "signed char"]), e())
            .prop_map(|(ty, a)| format!("(({ty}){a})")),
        1 => (e(), e(), e()).prop_map(|(c, a, b)| format!("({c} ? {a} : {b})")),
        1 => (pick(&["ia", "wide"]), e()).prop_map(|(of, k)| format!("{of}[{k} & 3]")),
        1 => (pick(&["min", "max"]), e(), e()).prop_map(|(f, a, b)| format!("{f}((int){a}, (int){b})")),
        1 => e().prop_map(|a| format!("__popc((unsigned){a})")),
        1 => (pick(&["twice", "early", "chosen<3>", "chosen<0>", "down"]), e())
            .prop_map(|(f, a)| format!("{f}((int){a})")),
        1 => (float(depth - 1), pick(&["<", ">=", "=="]), float(depth - 1))
            .prop_map(|(a, op, b)| format!("({a} {op} {b})")),
        1 => float(depth - 1).prop_map(|a| format!("((int){a})")),
        1 => float(depth - 1).prop_map(|a| format!("__float_as_int((float){a})")),
    ]
    .boxed()
}

fn float(depth: u32) -> Text {
    if depth == 0 {
        return float_leaf();
    }
    let e = || float(depth - 1);
    prop_oneof![
        3 => float_leaf(),
        4 => (e(), pick(&["+", "-", "*"]), e()).prop_map(|(a, op, b)| format!("({a} {op} {b})")),
        1 => (e(), e(), e()).prop_map(|(a, b, c)| format!("({a} * {b} + {c})")),
        1 => (e(), e()).prop_map(|(a, b)| format!("({a} / {b})")),
        1 => e().prop_map(|a| format!("(-{a})")),
        1 => (integer(depth - 1), e(), e()).prop_map(|(c, a, b)| format!("({c} ? {a} : {b})")),
        1 => integer(depth - 1).prop_map(|a| format!("((float){a})")),
        1 => (pick(&["fabsf", "floorf", "sqrtf", "rintf"]), e()).prop_map(|(f, a)| format!("{f}((float){a})")),
        1 => (pick(&["fminf", "fmaxf"]), e(), e()).prop_map(|(f, a, b)| format!("{f}((float){a}, (float){b})")),
        1 => integer(depth - 1).prop_map(|k| format!("fa[{k} & 3]")),
        1 => (e(), e()).prop_map(|(a, b)| format!("blend((float){a}, (float){b})")),
    ]
    .boxed()
}

/// `place op= value;` and its kin.
fn change(depth: u32) -> Text {
    let number = integer(depth);
    prop_oneof![
        4 => (pick(&INTS), integer(depth)).prop_map(|(v, e)| format!("{v} = {e};")),
        2 => (pick(&PLACES), integer(depth)).prop_map(|(v, e)| format!("{v} = {e};")),
        2 => (pick(&["i0", "u0", "l0", "h0", "c0", "p.a", "ia[3]", "*at", "ref", "mine[2]"]),
              pick(&["+=", "-=", "*=", "^=", "|=", "&="]), integer(depth))
            .prop_map(|(v, op, e)| format!("{v} {op} {e};")),
        1 => (pick(&["i0", "u1", "l0", "h0"]), pick(&["<<=", ">>="]), integer(0))
            .prop_map(|(v, op, e)| format!("{v} {op} ({e} & 7);")),
        2 => (pick(&FLOATS), float(depth)).prop_map(|(v, e)| format!("{v} = {e};")),
        1 => (pick(&FLOAT_PLACES), float(depth)).prop_map(|(v, e)| format!("{v} = {e};")),
        1 => (pick(&["f0", "d0", "p.f", "fa[1]"]), pick(&["+=", "-=", "*="]), float(depth))
            .prop_map(|(v, op, e)| format!("{v} {op} {e};")),
        2 => (pick(&["ia", "wide"]), number, integer(depth)).prop_map(|(of, k, e)| format!("{of}[{k} & 3] = {e};")),
        1 => (integer(1), float(depth)).prop_map(|(k, e)| format!("fa[{k} & 3] = {e};")),
        2 => (pick(&["mine", "theirs"]), 0u32..6, integer(depth)).prop_map(|(of, k, e)| format!("{of}[{k}] = {e};")),
        1 => pick(&["i1 = i0++;", "u0 = --u1;", "h0++;", "i0 = (i1 += 3, i1 * 2);", "p = q;", "q.a = p.u, q.f = p.f;",
              "p = P{i0, f0, u1};", "swap(i0, i1);", "bump(ia[2]);", "bump(p.a);", "at = i0 & 1 ? &i1 : &ia[2];", "at = &i0;"]),
        // One operation an element: its order cannot matter.
        1 => (pick(&["Add(&sums[0 +", "Xor(&sums[4 +"]), integer(0), integer(depth))
            .prop_map(|(f, k, e)| format!("atomic{f} ({k} & 3)], (unsigned){e});")),
    ]
    .boxed()
}

fn block(list: Vec<String>) -> String {
    format!("{{ {} }}", list.join("\n"))
}

/// A statement for any place.
fn statement(depth: u32) -> Text {
    if depth == 0 {
        return change(2);
    }
    let list = || prop::collection::vec(statement(depth - 1), 1..4).prop_map(block);
    let turns = 1u32..5;
    prop_oneof![
        6 => change(3),
        2 => (integer(2), list()).prop_map(|(c, a)| format!("if ({c}) {a}")),
        2 => (integer(2), list(), list()).prop_map(|(c, a, b)| format!("if ({c}) {a} else {b}")),
        2 => (turns.clone(), list(), pick(&["ia[k & 3] += k;", "fa[k & 3] += 0.5f;", "i1 += k;", "wide[k & 3] ^= i0;"]))
            .prop_map(|(n, a, b)| format!("for (int k = 0; k < {n}; ++k) {{ {a} {b} }}")),
        1 => (turns.clone(), integer(1), pick(&["break", "continue"]), list(), list()).prop_map(|(n, c, jump, a, b)| {
            format!("for (unsigned k = {n}; k-- > 0;) {{ {a} if ({c}) {jump}; {b} }}")
        }),
        1 => (integer(1), list()).prop_map(|(c, a)| {
            format!("{{ int k = ({c}) & 3; while (k > 0) {{ {a} k--; }} }}")
        }),
        1 => (integer(1), list()).prop_map(|(c, a)| {
            format!("{{ int k = ({c}) & 3; do {{ {a} }} while (k-- > 0); }}")
        }),
        1 => (integer(1), list(), list(), list(), pick(&["break;", ""])).prop_map(|(v, a, b, c, end)| {
            format!("switch (({v}) & 3) {{ case 0: {a} {end} case 1: {b} break; default: {c} }}")
        }),
        1 => (integer(2), float(2), list(), pick(&["i0 ^= own[i1 & 1];", "l0 += own[1];"])).prop_map(|(a, f, body, after)| {
            format!("{{ int own[2] = {{(int){a}, 7}}; const float kept = {f}; {body} f1 += kept; {after} }}")
        }),
    ]
    .boxed()
}

/// A statement for where all threads of a block are.
fn straight(depth: u32) -> Text {
    let shuffle = (
        pick(&["__shfl_xor_sync", "__shfl_down_sync", "__shfl_up_sync"]),
        pick(&["i0", "u0", "f0", "l0", "d0", "i1"]),
        0u32..32,
    );
    // A barrier each side: what was read before is read, what comes is written.
    let share = (integer(2), 0u32..48).prop_map(|(e, by)| {
        format!("__syncthreads(); s[t] = {e}; __syncthreads(); i1 += s[(t + {by}) % 48];")
    });
    let share_float = (float(2), 0u32..48).prop_map(|(e, by)| {
        format!("__syncthreads(); fs[t / 8][t & 7] = {e}; __syncthreads(); f1 -= fs[(t + {by}) % 48 / 8][(t + {by}) & 7];")
    });
    let list = prop::collection::vec(statement(depth.min(1)), 1..3).prop_map(block);
    prop_oneof![
        6 => statement(depth),
        2 => shuffle.prop_map(|(f, v, by)| format!("if (t < 32) {{ {v} += {f}(0xffffffffu, {v}, {by}); }}")),
        1 => integer(2).prop_map(|e| format!("if (t < 32) {{ u1 ^= __ballot_sync(0xffffffffu, {e}); }}")),
        1 => integer(1).prop_map(|e| format!("if (t < 32) {{ b0 = __any_sync(0xffffffffu, {e}); }}")),
        2 => share,
        1 => share_float,
        1 => (1u32..4, integer(1), list).prop_map(|(n, e, a)| {
            format!("for (int turn = 0; turn < {n}; ++turn) {{ {a} __syncthreads(); s[t] = {e}; __syncthreads(); u0 += s[47 - t]; }}")
        }),
    ]
    .boxed()
}

const HEAD: &str = "
struct P { int a; float f; unsigned u; };
__device__ int twice(int x) { return x * 2 + 1; }
__device__ int early(int x) { if (x & 1) return x >> 1; for (int k = 0; k < 3; ++k) { x += k; if (x & 8) return x; } return -x; }
template <int N> __device__ int chosen(int x) { if constexpr (N > 2) { return x ^ N; } else { int a[N + 1] = {x}; return a[N] + 1; } }
__device__ int down(int x) { return (x & 7) == 0 ? x : down(x - 1) + 1; }
__device__ float blend(float a, float b) { float c = a * b + 1.0f; return c > 0 ? c - b : a * 0.5f - c; }
__device__ void swap(int &a, int &b) { int c = a; a = b; b = c; }
__device__ void bump(int &a) { a += 3; }
__global__ void k(int *out, unsigned *sums, const int *in, const float *fin, int n) {
    __shared__ int s[48];
    __shared__ float fs[6][8];
    int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
    int *mine = out + g * 16;
    int *theirs = mine + (n & 3);
    int i0 = in[g], i1 = g - 7;
    unsigned u0 = i0 * 3u, u1 = t;
    long long l0 = (long long)i0 * 77777, m0 = -t;
    signed char c0 = (signed char)i0;
    unsigned short h0 = (unsigned short)(i0 >> 5);
    bool b0 = t & 1;
    float f0 = fin[g], f1 = 0.25f * t;
    double d0 = f0 * 1.0 + 0.1;
    P p = {t, f0, 9u};
    P q = p;
    int ia[4] = {t, 1, n};
    long long wide[4] = {l0};
    float fa[4] = {f0, f1, 3.0f, -1.0f};
    int *at = &ia[1];
    int &ref = q.a;
";

const TAIL: &str = "
    mine[8] = i0 + i1 + ref;
    mine[9] ^= (int)(u0 * 31 + u1);
    mine[10] = (int)(l0 ^ (l0 >> 32)) + (int)m0 + c0 + h0 + b0;
    mine[11] = __float_as_int(f0);
    mine[12] = __float_as_int(f1);
    mine[13] = __float_as_int((float)d0);
    mine[14] = p.a + q.u + ia[0] + ia[1] * 3 + ia[2] * 5 + ia[3] * 7 + *at;
    mine[15] = (int)(wide[0] + wide[1] + wide[2] + wide[3]) ^ __float_as_int(fa[0] + fa[1]) ^ __float_as_int(fa[2] - fa[3]);
}
";

/// A kernel `k(int *out, unsigned *sums, const int *in, const float *fin, int n)`.
pub fn kernel() -> impl Strategy<Value = String> {
    prop::collection::vec(straight(2), 1..10)
        .prop_map(|body| format!("{HEAD}\n{}\n{TAIL}", body.join("\n")))
}
