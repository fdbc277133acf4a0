//! How long compiling takes: milliseconds from text to verified code, whole and by stage.
//!
//! `cargo run --release -p simt --example compile_time [FILE.cu …]`. Without files: a kernel file of about a hundred
//! lines and one of about a thousand, made of the same pieces. Medians of 15 after a warm-up; bars 3 ms and 30 ms.

use simt::source::Source;
use std::time::Instant;

/// About twenty lines of everyday CUDA; `@` becomes a number.
const PIECE: &str = r#"
template <int N>
__device__ __forceinline__ float warp_sum_@(float value) {
    #pragma unroll
    for (int offset = N / 2; offset > 0; offset >>= 1) value += __shfl_down_sync(0xffffffffu, value, offset);
    return value;
}
__global__ void norm_@(const float* __restrict__ in, float* __restrict__ out, int rows, int columns, float eps) {
    __shared__ float part[32];
    const int row = blockIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    float sum = 0.0f;
    for (int c = threadIdx.x; c < columns; c += blockDim.x) {
        float x = in[(size_t)row * columns + c];
        sum += x * x;
    }
    sum = warp_sum_@<32>(sum);
    if (lane == 0) part[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        float all = lane < (blockDim.x + 31) / 32 ? part[lane] : 0.0f;
        all = warp_sum_@<32>(all);
        if (lane == 0) part[0] = rsqrtf(all / columns + eps);
    }
    __syncthreads();
    for (int c = threadIdx.x; c < columns; c += blockDim.x) out[(size_t)row * columns + c] = in[(size_t)row * columns + c] * part[0];
}
"#;

fn pieces(n: usize) -> String {
    (0..n).map(|k| PIECE.replace('@', &k.to_string())).collect()
}

fn median(mut run: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..16)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64() * 1e3
        })
        .skip(1)
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn measure(name: &str, text: &str) {
    let source = Source::new(name, text);
    let outcome = match simt::compile(&source) {
        Ok(module) => format!("{} kernels", module.kernels().count()),
        Err(diags) => format!("{} errors", diags.iter().count()),
    };
    let lexed = median(|| assert!(simt::lex::tokens(text).count() > 0));
    let preprocessed = median(|| drop(simt::parse::preprocess(&source)));
    let parsed = median(|| drop(simt::parse::parse(&source)));
    let whole = median(|| drop(simt::compile(&source)));
    println!(
        "{name}\t{}\t{lexed:.2}\t{preprocessed:.2}\t{parsed:.2}\t{whole:.2}\t{outcome}",
        text.lines().count()
    );
}

fn main() {
    println!("source\tlines\tlex [ms]\t+ preprocess\t+ parse\twhole [ms]\tcame out");
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        measure("a hundred lines", &pieces(4));
        measure("a thousand lines", &pieces(38));
    }
    for file in files {
        match std::fs::read_to_string(&file) {
            Ok(text) => measure(&file, &text),
            Err(why) => println!("{file}: {why}"),
        }
    }
}
