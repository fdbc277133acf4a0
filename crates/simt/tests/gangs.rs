//! Warps executed together give what warps alone give.
//!
//! In: kernels whose warps part and meet in every way. Out: the same memory, ending and counts from a run in which warps go together
//! (seed 0) and one in which each goes alone (any other seed), watched and not.

use simt::launch::{Arg, Dim3, Elem, Init, Launch, Memory, RunOptions};
use simt::report::{Outcome, Report};
use simt::source::Source;

/// Runs `k(int *out, const int *in, int n)` on one block of `threads`, twice over.
fn run(text: &str, threads: u32, seed: u64, checks: bool) -> (Report, Vec<i32>) {
    let module = simt::compile(&Source::new("gangs.cu", text)).expect("it compiles");
    let mut memory = Memory::new();
    let given: Vec<u8> = (0..4096i32)
        .flat_map(|i| (i * 37 % 101).to_le_bytes())
        .collect();
    let zeros = Init::Bytes(vec![0; 4 * 4096]);
    let out = memory.alloc("out", Elem::I32, 4096, zeros);
    let input = memory.alloc("in", Elem::I32, 4096, Init::Bytes(given));
    let launch = Launch {
        kernel: "k".to_string(),
        grid: Dim3::from(2),
        block: Dim3::from(threads),
        shared_bytes: 0,
        args: vec![
            Arg::Buffer(out),
            Arg::Buffer(input),
            Arg::I32(2 * threads as i32 - 5),
        ],
    };
    let options = RunOptions {
        seed,
        checks,
        ..RunOptions::default()
    };
    let report = simt::run(&module, &mut memory, &launch, &options);
    (report, memory.i32s(out))
}

/// Holds runs of a kernel against each other; `counts` says that what is counted does not depend on the order of warps.
fn agree(text: &str, counts: bool) {
    for threads in [1, 32, 40, 64, 256, 300, 1024] {
        let (together, want) = run(text, threads, 1, true);
        assert_eq!(together.outcome, Outcome::Finished, "{threads} threads");
        assert_eq!(together.findings, Vec::new(), "{threads} threads");
        let something = want.iter().any(|x| *x != 0);
        assert!(something || threads == 1, "{threads} threads do something");
        for (seed, checks) in [(0, true), (0, false), (1, false)] {
            let (report, got) = run(text, threads, seed, checks);
            assert_eq!(report.outcome, Outcome::Finished);
            assert_eq!(got, want, "{threads} threads, seed {seed}, checks {checks}");
            assert_eq!(report.findings, Vec::new());
            if checks && counts {
                assert_eq!(report.counters.lines, together.counters.lines);
            }
        }
    }
}

#[test]
fn loops_of_different_lengths_and_early_returns() {
    agree(
        "__global__ void k(int *out, const int *in, int n) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i >= n) return;
            int sum = 0;
            for (int j = 0; j < in[i]; j++) {
                if (j % 3 == 1) continue;
                if (sum > 400) break;
                sum += j * (threadIdx.x / 32 + 1) + in[(i + j) % n];
            }
            out[i] = sum;
        }",
        true,
    );
}

#[test]
fn trees_over_shared_memory() {
    agree(
        "__global__ void k(int *out, const int *in, int n) {
            __shared__ int s[1024];
            int t = threadIdx.x;
            s[t] = in[blockIdx.x * blockDim.x + t];
            __syncthreads();
            for (int half = 512; half > 0; half /= 2) {
                if (t < half && t + half < blockDim.x) s[t] += s[t + half];
                __syncthreads();
            }
            out[blockIdx.x * blockDim.x + t] = s[0] + t;
        }",
        true,
    );
}

#[test]
fn a_warp_that_waits_for_another() {
    agree(
        "__global__ void k(int *out, const int *in, int n) {
            __shared__ int ready;
            int t = threadIdx.x, warp = t / 32, last = (blockDim.x - 1) / 32;
            if (t == 0) ready = 0;
            __syncthreads();
            if (warp < last) {
                while (atomicAdd(&ready, 0) == 0) { }
            } else if (t % 32 == 0) {
                atomicExch(&ready, 1);
            }
            __syncthreads();
            out[blockIdx.x * blockDim.x + t] = in[t] + warp;
        }",
        false,
    );
}

#[test]
fn exchanges_calls_of_many_kinds_and_division() {
    agree(
        "__global__ void k(int *out, const int *in, int n) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            int x = in[i];
            unsigned here = __activemask();
            if (here == 0xffffffffu) {
                for (int d = 1; d < 4; d *= 2) x += __shfl_xor_sync(here, x, d, 4);
                x += __ballot_sync(here, x % 3 == 0) != 0 ? 5 : 7;
                x += __any_sync(here, x == 11) + 2 * __all_sync(here, x > -1);
                x += __shfl_down_sync(here, x, 3);
            }
            short small[5];
            double wide = x;
            for (int j = 0; j < 5; j++) small[j] = (short)(x / (j + 1) % 50);
            for (int j = 0; j < 5; j++) wide += small[(j + threadIdx.x) % 5] * 0.5;
            out[i] = (int)wide + (threadIdx.x < 40 ? __float2int_rn(sqrtf((float)x)) : (x & 15) % 7);
        }",
        true,
    );
}

#[test]
fn rows_of_structures_and_vectors() {
    agree(
        "struct Pair { int a; long long b; };
        __global__ void k(int *out, const int *in, int n) {
            __shared__ Pair pairs[64];
            int t = threadIdx.x;
            if (t < 64) { pairs[t].a = in[t]; pairs[t].b = 3LL * in[t + 1]; }
            __syncthreads();
            const int4 *rows = (const int4 *)in;
            int many = blockDim.x < 64 ? blockDim.x : 64;
            int4 v = rows[(t * 7) % 1024];
            Pair p = pairs[(t * 5) % many];
            out[blockIdx.x * blockDim.x + t] = v.x + 2 * v.y + 3 * v.z + 4 * v.w + p.a + (int)p.b;
        }",
        true,
    );
}

#[test]
fn a_fault_is_found_as_by_a_warp_alone() {
    let text = "__global__ void k(int *out, const int *in, int n) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            out[i] = in[i == 70 ? 5000 : i] / (i == 71 ? 0 : 3);
        }";
    let (together, _) = run(text, 256, 0, true);
    let (alone, _) = run(text, 256, 1, true);
    assert_eq!(together.findings.len(), 2);
    let said = |r: &Report| {
        let mut all: Vec<String> = r.findings.iter().map(|f| format!("{f:?}")).collect();
        all.sort();
        all
    };
    assert_eq!(said(&together), said(&alone));
}
