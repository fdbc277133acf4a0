//! Any text parses to a unit; a unit without complaints, printed, parses again to what prints the same.
#![no_main]

use simt::source::Source;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let source = Source::new("fuzz.cu", text);
    let (mut unit, said) = simt::parse::parse(&source);
    unit.items.retain(|item| !item.span.is_system());
    said.iter().take(5).for_each(|d| drop(simt::excerpt::plain(&source, d)));
    if said.is_empty() && !text.contains('#') {
        let printed = simt::ast::print::unit(&unit);
        // What is not modelled is a remark in the print, and what has no name cannot be named.
        if printed.contains("/* not modelled") || printed.contains("<unnamed") {
            return;
        }
        let again = Source::new("printed.cu", printed.as_str());
        let (mut unit, said) = simt::parse::parse(&again);
        unit.items.retain(|item| !item.span.is_system());
        assert!(said.is_empty(), "{text}\nprints as\n{printed}\nwhich does not parse");
        assert_eq!(simt::ast::print::unit(&unit), printed);
    }
});
