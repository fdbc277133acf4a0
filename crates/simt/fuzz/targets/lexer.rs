//! Any text is tokens whose lengths add up to it, each on a character's edge.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut at = 0usize;
    for token in simt::lex::tokens(text) {
        assert!(token.len > 0, "an empty token at {at}");
        at += token.len as usize;
        assert!(text.is_char_boundary(at), "a token ends inside a character at {at}");
    }
    assert_eq!(at, text.len());
});
