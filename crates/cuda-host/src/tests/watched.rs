//! How much of a program's launches is watched.

use crate::{ProgramOptions, ProgramReport, Quiet};
use cuda_source::source::Source;
use warp::launch::Memory;

/// Once as much was watched of all kernels as of one may be, each further one has an eighth of it.
#[test]
fn a_program_of_many_kernels_is_watched_for_little_longer() {
    let text = "template <int K> __global__ void k(float *p) {
            int i = blockIdx.x * 256 + threadIdx.x;
            for (int j = 0; j < 16; j++) p[i] = p[i] * 0.5f + K;
        }
        int main() {
            float *p;
            cudaMalloc(&p, 1024 * 1024);
            cudaMemset(p, 0, 1024 * 1024);
            k<0><<<1024, 256>>>(p);
            k<1><<<1024, 256>>>(p);
            k<2><<<1024, 256>>>(p);
            cudaFree(p);
        }";
    let module = cudac::compile(&Source::new("program.cu", text)).expect("a program");
    let (mut memory, mut world) = (Memory::new(), Quiet::default());
    let options = ProgramOptions {
        watched: 1 << 19,
        ..ProgramOptions::default()
    };
    let report = crate::run_main(&module, &mut memory, &mut world, &options);
    let watched: Vec<u64> = report.launches.iter().map(|l| l.ran - l.left_out).collect();
    let [first, second, third] = watched[..] else {
        panic!("{watched:?}");
    };
    assert!(first < 1024 && second == third, "{watched:?}");
    assert!((first / 9..first / 7).contains(&second), "{watched:?}");
}

#[test]
fn a_kernel_of_many_launches_is_watched_less_and_less() {
    let text = "__global__ void k(float *out, int stride) { out[(threadIdx.x * stride + blockIdx.x) % 65536] += 1; }
        int main() {
            float *p;
            cudaMalloc(&p, 65536 * sizeof(float));
            cudaMemset(p, 0, 65536 * sizeof(float));
            for (int t = 0; t < 200; t++) k<<<64, 256>>>(p, 256);
            cudaFree(p);
        }";
    let module = cudac::compile(&Source::new("program.cu", text)).expect("a program");
    let (mut memory, mut world) = (Memory::new(), Quiet::default());
    let options = ProgramOptions {
        watched: 1 << 16,
        ..ProgramOptions::default()
    };
    let report = crate::run_main(&module, &mut memory, &mut world, &options);
    let [launches] = &report.launches[..] else {
        panic!("{:?}", report.launches);
    };
    let watched = launches.ran - launches.left_out;
    assert_eq!(launches.ran, 200 * 64);
    assert!((64 + 199..launches.ran / 4).contains(&watched), "{watched}");
}

/// Runs a program that is watched for so many warp instructions.
fn run(text: &str, watched: u64) -> (ProgramReport, String) {
    let module = cudac::compile(&Source::new("program.cu", text)).expect("a program");
    let (mut memory, mut world) = (Memory::new(), Quiet::default());
    let options = ProgramOptions {
        watched,
        ..ProgramOptions::default()
    };
    let report = crate::run_main(&module, &mut memory, &mut world, &options);
    let printed = String::from_utf8_lossy(&world.out).into_owned();
    (report, printed)
}

/// One block that is long is watched in part, and comes to what it comes to when it is watched whole.
#[test]
fn the_rest_of_a_long_block_is_left_alone() {
    let text = "__global__ void k(unsigned *p, int n) {
            __shared__ unsigned s[64];
            unsigned x = threadIdx.x;
            for (int i = 0; i < n; i++) {
                s[threadIdx.x] = x;
                __syncthreads();
                x = s[(threadIdx.x + 1) % 64] * 1664525u + i;
                __syncthreads();
            }
            p[threadIdx.x] = x;
        }
        int main() {
            unsigned *p, h[64], sum = 0;
            cudaMalloc(&p, sizeof h);
            k<<<1, 64>>>(p, 300000);
            cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
            for (int i = 0; i < 64; i++) sum = sum * 31 + h[i];
            printf(\"%u\\n\", sum);
            cudaFree(p);
        }";
    let (part, printed) = run(text, 1 << 18);
    let (whole, expected) = run(text, u64::MAX);
    assert_eq!(printed, expected);
    assert!(printed.len() > 2, "{printed:?}");
    assert_eq!(part.launches[0].left_out, 1);
    assert_eq!(whole.launches[0].left_out, 0);
}

/// Blocks that wait for the grid again and again are watched up to one of its barriers.
#[test]
fn blocks_that_wait_for_the_grid_are_left_alone_at_a_barrier() {
    let text = "#include <cooperative_groups.h>
        __global__ void k(int *a, int *b, int n) {
            auto grid = cooperative_groups::this_grid();
            int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
            for (int t = 0; t < n; t++) {
                b[i] = a[(i + 1) % all] + (t & 1);
                grid.sync();
                int *c = a; a = b; b = c;
            }
        }
        int main() {
            int *a, *b, h[256], n = 4000, wrong = 0;
            for (int i = 0; i < 256; i++) h[i] = i;
            cudaMalloc(&a, sizeof h);
            cudaMalloc(&b, sizeof h);
            cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
            void *args[] = {&a, &b, &n};
            cudaLaunchCooperativeKernel((void *)k, 4, 64, args, 0, 0);
            cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
            for (int i = 0; i < 256; i++) wrong += h[i] != (i + n) % 256 + n / 2;
            printf(\"%d wrong\\n\", wrong);
            cudaFree(a);
            cudaFree(b);
        }";
    for (watched, left_out) in [(1 << 16, 4), (u64::MAX, 0)] {
        let (report, printed) = run(text, watched);
        assert_eq!(printed, "0 wrong\n");
        assert_eq!(report.launches[0].left_out, left_out);
        assert!(report.findings.is_empty(), "{:?}", report.findings);
    }
}
