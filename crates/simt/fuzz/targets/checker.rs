//! Any text compiles to a module that the verifier accepts, or to diagnostics that can be shown; never our own fault.
#![no_main]

use simt::diag::Code;
use simt::source::Source;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let source = Source::new("fuzz.cu", text);
    if let Err(said) = simt::compile_for(&source, &["k<4>", "k<8, float>"]) {
        for d in said.iter() {
            assert!(d.code != Code::Internal, "{text}\n{}", d.message);
            assert!(!simt::excerpt::plain(&source, d).is_empty());
        }
    }
});
