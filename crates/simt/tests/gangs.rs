//! Warps executed together give what warps alone give.
//!
//! In: kernels whose warps part and meet in every way. Out: the same memory, ending and counts from a run in which warps go together
//! (seed 0) and one in which each goes alone (any other seed), watched and not.

use simt::launch::{Arg, Dim3, Elem, Init, Launch, Memory, RunOptions};
use simt::report::{Outcome, Report};
use simt::source::Source;

/// Runs `k(int *out, const int *in, int n)` on two blocks of `threads`.
fn run(text: &str, threads: u32, seed: u64, checks: bool) -> (Report, Vec<i32>) {
    run_blocks(text, (2, threads), seed, checks)
}

/// The same on so many blocks.
fn run_blocks(
    text: &str,
    (blocks, threads): (u32, u32),
    seed: u64,
    checks: bool,
) -> (Report, Vec<i32>) {
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
        grid: Dim3::from(blocks),
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
fn values_that_lanes_hold_while_they_wait() {
    agree(
        "__global__ void k(int *out, const int *in, int n) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i >= n) return;
            int kept = in[i], later = i;
            const int *p = in + i;
            for (int j = 0; j < 6; j++) {
                if (kept & 1) {
                    const int *q = in + (i ^ j);
                    int v = *q;
                    if (v > 60) {
                        out[i] += v + *p;
                        p = q;
                    } else if (v > 30) {
                        kept += *p;
                        break;
                    }
                    kept ^= v;
                } else {
                    int v = in[(i + j) % n];
                    if (v & 2) continue;
                    p = in + v;
                    kept += v + *p;
                }
                switch (kept % 3) {
                case 0: later = kept; break;
                case 1: later += *p;
                default: kept += later & 1;
                }
            }
            out[i] += kept + *p + later;
        }",
        true,
    );
}

#[test]
fn stores_of_doubles() {
    agree(
        "__global__ void k(int *out, const int *in, int n) {
            __shared__ double row[1024];
            int i = blockIdx.x * blockDim.x + threadIdx.x, last = gridDim.x * blockDim.x - 1;
            double *d = (double *)out;
            double v = in[i] * 0.5;
            row[threadIdx.x] = 0;
            if (in[i] & 1) row[threadIdx.x] = v;
            __syncthreads();
            if (i < n && in[i] % 3) d[last - i] = v + row[blockDim.x - 1 - threadIdx.x];
            else d[last - i] = 2.0;
            __syncthreads();
            if (threadIdx.x % 37 == 5) d[last - i] += 1.0;
            ((long long *)row)[threadIdx.x] = i;
            __syncthreads();
            if (i < 9) out[2 * (last - i)] ^= (int)((long long *)row)[(threadIdx.x + 1) % blockDim.x];
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

/// Holds many small blocks, which go together where nobody watches, against blocks one after the other.
fn agree_in_blocks(text: &str) {
    for shape in [(1, 32), (11, 32), (8, 20), (11, 64), (5, 96), (7, 128)] {
        let (alone, want) = run_blocks(text, shape, 1, false);
        assert_eq!(alone.outcome, Outcome::Finished, "{shape:?}");
        assert!(want.iter().any(|x| *x != 0), "{shape:?} does something");
        let (watched, same) = run_blocks(text, shape, 0, true);
        assert_eq!(watched.findings, Vec::new(), "{shape:?}");
        assert_eq!(same, want, "{shape:?}");
        let (report, got) = run_blocks(text, shape, 0, false);
        assert_eq!(report.outcome, Outcome::Finished, "{shape:?}");
        assert_eq!(got, want, "{shape:?}");
        let [all, each] = [&report, &alone].map(|r| (r.counters.blocks, r.counters.threads));
        assert_eq!(all, each, "{shape:?}");
    }
}

#[test]
fn small_blocks_together_have_their_own_shared_memory() {
    agree_in_blocks(
        "__global__ void k(int *out, const int *in, int n) {
            __shared__ int s[128];
            __shared__ long long wide[128];
            __shared__ unsigned char small[128];
            int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, last = blockDim.x - 1;
            s[t] = in[i] + blockIdx.x;
            wide[last - t] = in[i] * 3LL;
            small[t] = (unsigned char)(in[i] + t);
            __syncthreads();
            int sum = 0;
            for (int j = 0; j <= last; j++) sum += s[j] * (j + 1) + s[(j + t) % (last + 1)];
            int4 *four = (int4 *)s;
            sum += four[t % ((last + 1) / 4)].y + (int)wide[t] + small[last - t];
            out[i] = sum + blockIdx.x * 1000 + t / 32;
        }",
    );
}

#[test]
fn small_blocks_together_part_and_meet_at_their_own_barriers() {
    agree_in_blocks(
        "__global__ void k(int *out, const int *in, int n) {
            __shared__ int s[128];
            int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
            if (blockIdx.x % 5 == 3) { out[i] = -1; return; }
            s[t] = in[i];
            int local[4];
            for (int j = 0; j < 4; j++) local[j] = t + j;
            for (int round = 0; round < 2 + (blockIdx.x * 7) % 4; round++) {
                __syncthreads();
                int next = s[(t + round + 1) % blockDim.x] + round + local[(t + round) % 4];
                if (t % 3 == blockIdx.x % 3) local[round % 4] += next;
                __syncthreads();
                s[t] = next;
            }
            if (blockIdx.x % 2) {
                __syncthreads();
                s[t] += __syncthreads_count(s[t] % 2);
            }
            out[i] = s[t] + local[0] + local[1];
        }",
    );
}

#[test]
fn small_blocks_together_divide_and_overrun_as_each_alone() {
    let text = "__global__ void k(int *out, const int *in, int n) {
        __shared__ int s[32];
        int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
        s[t] = in[i];
        __syncthreads();
        int past = blockIdx.x == 2 && t == 5 ? 40 : t;
        out[i] = s[past] + 100 / (blockIdx.x == 4 && t == 7 ? 0 : t + 1);
    }";
    let (alone, want) = run_blocks(text, (9, 32), 1, false);
    let (report, got) = run_blocks(text, (9, 32), 0, false);
    assert_eq!(got, want);
    assert_eq!(report.outcome, alone.outcome);
    let said = |r: &Report| {
        let mut all: Vec<String> = r.findings.iter().map(|f| f.message.clone()).collect();
        all.sort();
        all
    };
    assert_eq!(said(&report), said(&alone));
    assert_eq!(report.findings.len(), 2);
}
