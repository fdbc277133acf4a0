//! Functions that a caller begins with: `solve` with buffers and numbers, a kernel with a shape.

use simt::host::{Ended, EntryArg, EntryCall, ProgramOptions, ProgramReport, Quiet, call_entry};
use simt::launch::{Elem, Init, Memory};
use simt::source::Source;

const TEXT: &str = r#"
#include <cuda_runtime.h>
int calls = 40 + 1;
__global__ void scale(const float *x, float *y, float f, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = f * x[i];
}
extern "C" void solve(const float *x, float *y, float f, int n) {
    ++calls;
    scale<<<(n + 127) / 128, 128>>>(x, y, f, n);
    cudaDeviceSynchronize();
}
extern "C" int count() { return calls; }
extern "C" float first(const float *x) { return x[0]; }
"#;

fn call(memory: &mut Memory, name: &str, args: &[EntryArg], shape: bool) -> ProgramReport {
    let module = simt::compile(&Source::new("solve.cu", TEXT)).expect("it compiles");
    let call = EntryCall {
        name: name.into(),
        args: args.to_vec(),
        shape: shape.then(|| (2.into(), 64.into(), 0)),
    };
    call_entry(
        &module,
        &call,
        memory,
        &mut Quiet::default(),
        &ProgramOptions::default(),
    )
}

fn buffers(memory: &mut Memory) -> [EntryArg; 2] {
    let bytes = (0..100).flat_map(|i| (i as f32).to_le_bytes()).collect();
    let x = memory.alloc("x", Elem::F32, 100, Init::Bytes(bytes));
    let y = memory.alloc("y", Elem::F32, 100, Init::Zeroed);
    [EntryArg::Buffer(x), EntryArg::Buffer(y)]
}

#[test]
fn solve_launches_on_the_callers_buffers() {
    let mut memory = Memory::new();
    let [x, y] = buffers(&mut memory);
    let args = [x, y, EntryArg::Int(3), EntryArg::Float(100.0)];
    let report = call(&mut memory, "solve", &args, false);
    assert_eq!(report.ended, Ended::Returned, "{:?}", report.ended);
    assert!(report.findings.is_empty(), "{:?}", report.findings);
    assert_eq!(report.launches[0].kernel, "scale");
    assert!(report.leaks.is_empty());
    let EntryArg::Buffer(y) = y else { return };
    assert_eq!(memory.f32s(y)[99], 297.0);
}

#[test]
fn a_kernel_is_called_with_a_shape() {
    let mut memory = Memory::new();
    let [x, y] = buffers(&mut memory);
    let args = [x, y, EntryArg::Float(2.0), EntryArg::Int(100)];
    let report = call(&mut memory, "scale", &args, true);
    assert_eq!(report.ended, Ended::Returned);
    let EntryArg::Buffer(out) = y else { return };
    assert_eq!(memory.f32s(out)[50], 100.0);
    let report = call(&mut memory, "scale", &args, false);
    assert!(matches!(report.ended, Ended::NotStarted { .. }));
}

#[test]
fn results_arguments_and_faults_are_told() {
    let mut memory = Memory::new();
    let [x, y] = buffers(&mut memory);
    assert_eq!(call(&mut memory, "count", &[], false).result, Some(41));
    assert_eq!(call(&mut memory, "first", &[x], false).ended.status(), 139);
    if let EntryArg::Buffer(x) = x {
        memory.share_with_host(x);
    }
    assert_eq!(call(&mut memory, "first", &[x], false).result, Some(0));
    for (name, args) in [
        ("solve", vec![x, y]),
        ("first", vec![EntryArg::Int(1)]),
        ("none", vec![]),
    ] {
        let report = call(&mut memory, name, &args, false);
        assert!(matches!(report.ended, Ended::NotStarted { .. }), "{name}");
    }
}
