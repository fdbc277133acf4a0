//! Programs of several texts that share variables of the device, as `nvcc -rdc=true` links them. Texts go in; what the program
//! writes is compared.

use simt::host::{Ended, ProgramOptions, Quiet, run_main};
use simt::launch::Memory;
use simt::source::Source;

/// What a program of these texts writes, or what is wrong with it.
fn written(texts: [&str; 2]) -> Result<String, String> {
    let [main, other] = texts;
    let units = vec![("other.cu".to_string(), other.to_string())];
    let source = Source::new("main.cu", main).with_units(units);
    let source = source.ok_or("the texts are too long")?;
    let module = simt::compile(&source).map_err(|diags| {
        let said = diags.iter().map(|d| d.message.clone());
        said.collect::<Vec<_>>().join("; ")
    })?;
    let (mut world, options) = (Quiet::default(), ProgramOptions::default());
    let report = run_main(&module, &mut Memory::new(), &mut world, &options);
    match report.ended {
        Ended::Exit(0) => Ok(String::from_utf8_lossy(&world.out).into_owned()),
        other => Err(format!("{other:?}")),
    }
}

const USES: &str = r#"#include <cstdio>
extern __constant__ float weights[];
extern __device__ int counts[];
extern __device__ float nowhere[];
__global__ void weigh(float *out) {
    out[threadIdx.x] = 2 * weights[threadIdx.x];
    atomicAdd(&counts[threadIdx.x % 2], 1);
}
void set();
int main() {
    float *d, h[4];
    int n[2];
    set();
    cudaMalloc(&d, sizeof h);
    weigh<<<1, 4>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(n, counts, sizeof n);
    printf("%g %g %d %d\n", h[0], h[3], n[0], n[1]);
    cudaFree(d);
}
"#;

const DEFINES: &str = r#"extern __constant__ float weights[];
__constant__ float weights[4];
__device__ int counts[2] = {10, 20};
void set() {
    float h[4] = {0.5f, 1.5f, 2.5f, 3.5f};
    cudaMemcpyToSymbol(weights, h, sizeof h);
}
"#;

#[test]
fn arrays_without_a_length_are_those_of_another_text() {
    assert_eq!(
        written([USES, DEFINES]).as_deref(),
        Ok("1 7 12 22\n"),
        "used before it is defined"
    );
    let swapped = written([DEFINES, USES]);
    assert_eq!(swapped.as_deref(), Ok("1 7 12 22\n"), "and after");
}

#[test]
fn one_that_no_text_defines_is_said() {
    let said = written([USES, "void set() {}"]).expect_err("two are missing");
    assert!(said.contains("cannot be `float[]`"), "{said}");
    assert!(!said.contains("nowhere"), "{said}");
}
