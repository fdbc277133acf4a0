//! Any kernel that compiles runs to its end or to its fuel's, and so does any program from its `main`; twice to the same
//! memory and report.
#![no_main]

use simt::Module;
use simt::host::{ProgramOptions, Quiet, run_main};
use simt::ir::ParamKind;
use simt::launch::{Arg, Elem, Init, Launch, Memory, RunOptions};
use simt::source::Source;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let source = Source::new("fuzz.cu", text);
    let Ok(module) = simt::compile(&source) else { return };
    for kernel in module.kernels().take(2) {
        let once = || {
            let mut memory = Memory::new();
            let args = kernel.params.iter().map(|p| match p.kind {
                ParamKind::Pointer(elem) => {
                    let name = p.name.as_str();
                    Arg::Buffer(memory.alloc(name, elem.unwrap_or(Elem::U8), 64, Init::Zeroed))
                }
                ParamKind::Scalar(Elem::F32 | Elem::F64) => Arg::F32(1.5),
                ParamKind::Scalar(Elem::Bool) => Arg::Bool(true),
                ParamKind::Scalar(_) => Arg::I32(33),
            });
            let launch = Launch {
                kernel: kernel.name.clone(),
                grid: 2.into(),
                block: 40.into(),
                shared_bytes: 256,
                args: args.collect(),
            };
            let options = RunOptions { fuel: 20_000, ..RunOptions::default() };
            let report = simt::run(&module, &mut memory, &launch, &options);
            (format!("{report:?}"), memory)
        };
        let ((a, first), (b, second)) = (once(), once());
        assert_eq!(a, b, "{text}");
        assert_eq!(format!("{first:?}"), format!("{second:?}"), "{text}");
    }
    assert_eq!(program(&module), program(&module), "{text}");
});

/// What a program's `main` leaves in a small world where nothing happens and the clock stands.
fn program(module: &Module) -> String {
    let options = ProgramOptions {
        host_fuel: 200_000,
        kernel_fuel: 20_000,
        memory_bytes: 16 << 20,
        output_bytes: 1 << 16,
        ..ProgramOptions::default()
    };
    let report = run_main(module, &mut Memory::new(), &mut Quiet::default(), &options);
    for found in &report.findings {
        assert!(!simt::excerpt::plain_finding(module.source(), &found.finding).is_empty());
    }
    format!("{report:?}")
}
