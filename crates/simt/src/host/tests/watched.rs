//! How much of a program's launches is watched.

use crate::host::{ProgramOptions, Quiet};
use crate::launch::Memory;
use crate::source::Source;

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
    let module = crate::compile(&Source::new("program.cu", text)).expect("a program");
    let (mut memory, mut world) = (Memory::new(), Quiet::default());
    let options = ProgramOptions {
        watched: 1 << 19,
        ..ProgramOptions::default()
    };
    let report = crate::host::run_main(&module, &mut memory, &mut world, &options);
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
    let module = crate::compile(&Source::new("program.cu", text)).expect("a program");
    let (mut memory, mut world) = (Memory::new(), Quiet::default());
    let options = ProgramOptions {
        watched: 1 << 16,
        ..ProgramOptions::default()
    };
    let report = crate::host::run_main(&module, &mut memory, &mut world, &options);
    let [launches] = &report.launches[..] else {
        panic!("{:?}", report.launches);
    };
    let watched = launches.ran - launches.left_out;
    assert_eq!(launches.ran, 200 * 64);
    assert!((64 + 199..launches.ran / 4).contains(&watched), "{watched}");
}
