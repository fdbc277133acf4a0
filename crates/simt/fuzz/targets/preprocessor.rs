//! Any text preprocesses to lexemes that end in one `End`, and what is said of it can be shown.
#![no_main]

use simt::source::Source;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let source = Source::new("fuzz.cu", text);
    let (made, said) = simt::parse::preprocess(&source);
    assert!(made.lexemes.last().is_some_and(|l| l.kind == simt::token::LexKind::End));
    said.iter().take(5).for_each(|d| drop(simt::excerpt::plain(&source, d)));
});
