//! How fast the machine is: thread-instructions a second on six kernels, with and without probes.
//!
//! `cargo run --release -p simt --example throughput`. Prints time, nanoseconds a warp instruction, and throughput.
//! With a kernel's name as argument, only that one, with its code; with a number after it, at that size.

use simt::launch::{Arg, Dim3, Elem, Init, Launch, Memory, RunOptions};
use simt::source::Source;
use simt::vm::Shape;
use std::time::Instant;

const TEXT: &str = r#"
#define T 16
__global__ void vector_add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
__global__ void matmul(const float* a, const float* b, float* c, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}
__global__ void tiled(const float* a, const float* b, float* c, int n) {
    __shared__ float sa[T][T];
    __shared__ float sb[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int col = blockIdx.x * T + tx, row = blockIdx.y * T + ty;
    float sum = 0.0f;
    for (int k = 0; k < n; k += T) {
        sa[ty][tx] = a[row * n + k + tx];
        sb[ty][tx] = b[(k + ty) * n + col];
        __syncthreads();
        for (int j = 0; j < T; j++) sum += sa[ty][j] * sb[j][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
__global__ void transpose(const float* a, const float* b, float* c, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    c[x * n + y] = a[y * n + x];
}
__global__ void reduce(const float* a, const float* b, float* c, int n) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = a[blockIdx.x * 256 + t];
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) c[blockIdx.x] = part[0];
}
__global__ void gelu(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i];
    c[i] = 0.5f * x * (1.0f + tanhf(0.79788456f * (x + 0.044715f * x * x * x))) + expf(-x);
}
"#;

fn measure(module: &simt::Compiled, name: &str, size: usize, n: usize, shape: Shape) {
    for checks in [false, true] {
        let mut memory = Memory::new();
        let data: Vec<u8> = (0..size)
            .flat_map(|i| ((i % 17) as f32).to_le_bytes())
            .collect();
        let mut args: Vec<Arg> = ["a", "b", "c"]
            .iter()
            .map(|name| Arg::Buffer(memory.alloc(name, Elem::F32, size, Init::Bytes(data.clone()))))
            .collect();
        args.push(Arg::I32(n as i32));
        let launch = Launch {
            kernel: name.into(),
            grid: shape.grid,
            block: shape.block,
            shared_bytes: shape.shared_bytes,
            args,
        };
        // Work is counted once with the probes on, so that both rows divide by the same number.
        let counted = RunOptions {
            fuel: u64::MAX,
            ..RunOptions::default()
        };
        let warp = simt::run(module, &mut memory.clone(), &launch, &counted)
            .counters
            .warp_instructions as f64;
        let options = RunOptions { checks, ..counted };
        let start = Instant::now();
        let report = simt::run(module, &mut memory, &launch, &options);
        let took = start.elapsed().as_secs_f64();
        let note = if report.findings.is_empty() {
            ""
        } else {
            "  findings!"
        };
        println!(
            "{name:11} checks {:3}  {:8.1} ms  {:6.1} ns a warp instruction  {:5.2} G thread-instructions/s{note}",
            if checks { "on" } else { "off" },
            took * 1e3,
            took * 1e9 / warp,
            warp * 32.0 / took / 1e9
        );
    }
}

fn main() {
    let source = Source::new("throughput.cu", TEXT);
    let module = match simt::compile(&source) {
        Ok(module) => module,
        Err(diags) => {
            println!("{diags:?}");
            return;
        }
    };
    let only = std::env::args().nth(1);
    let n: u32 = std::env::args()
        .nth(2)
        .and_then(|n| n.parse().ok())
        .unwrap_or(256);
    let (square, tile) = (Dim3::from((n / 16, n / 16)), Dim3::from((16, 16)));
    let flat = 16 * n * n;
    for (name, size, n, grid, block) in [
        (
            "vector_add",
            flat,
            flat,
            Dim3::from(flat / 256),
            Dim3::from(256),
        ),
        ("matmul", n * n, n, square, tile),
        ("tiled", n * n, n, square, tile),
        ("transpose", n * n, n, square, tile),
        (
            "reduce",
            flat,
            flat,
            Dim3::from(flat / 256),
            Dim3::from(256),
        ),
        (
            "gelu",
            flat / 4,
            flat / 4,
            Dim3::from(flat / 1024),
            Dim3::from(256),
        ),
    ] {
        if only.as_ref().is_none_or(|only| only == name) {
            let shape = Shape {
                grid,
                block,
                shared_bytes: 0,
            };
            measure(&module, name, size as usize, n as usize, shape);
        }
        if only.as_ref().is_some_and(|only| only == name) {
            for kernel in module
                .code()
                .kernels
                .iter()
                .filter(|k| k.signature.name == name)
            {
                println!("{}", simt::ir::print::kernel(kernel));
            }
        }
    }
}
