//! Properties of the front end on any text: nothing is lost, nothing hangs, nothing breaks, and a place is a place.
//!
//! The rules: token lengths add up to the text; the parser returns for any tokens, within the stack of a test's
//! thread; spans lie inside the text; a program written out again parses to what is written out the same.

#[path = "shared/cases.rs"]
mod cases;

use proptest::prelude::*;

use simt::ast;
use simt::diag::{Diag, Diags};
use simt::source::{Source, Span};
use simt::token::{Keyword, Punct};
use simt::{excerpt, lex, parse};

/// Words that, thrown together, reach every corner of the grammar.
fn soup() -> impl Strategy<Value = String> {
    let puncts = Punct::ALL.iter().map(|punct| punct.as_str());
    let keywords = Keyword::ALL.iter().map(|keyword| keyword.as_str());
    let others = [
        "x",
        "y",
        "f",
        "T",
        "N",
        "float4",
        "dim3",
        "std",
        "half",
        "0",
        "1.5f",
        "0x1f",
        "'a'",
        "\"s\"",
        "\n",
        "\n",
        "#define f(x) x\n",
        "\n#if 0\n",
        "\n#endif\n",
        "\n#pragma unroll\n",
        "threadIdx",
        "(",
        ")",
        "{",
        "}",
        ";",
        ";",
        "<",
        ">",
        ",",
        "\n#include <cfloat>\n",
        "int x",
        "template<int N>",
        "struct S {",
        "for (",
        "if (",
    ];
    let words: Vec<&'static str> = puncts.chain(keywords).chain(others).collect();
    prop::collection::vec(prop::sample::select(words), 0..120).prop_map(|words| words.join(" "))
}

/// Lines of programs, whole ones and broken ones, in any order.
fn lines() -> impl Strategy<Value = String> {
    let lines = vec![
        "__global__ void k(float *a, int n) {",
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;",
        "  if (i < n) {",
        "  } else {",
        "  for (int j = 0; j < n; ++j)",
        "    a[i] = a[j] * 2.0f + 1;",
        "    a[i] = a[j] * (2.0f + 1;",
        "  return",
        "}",
        "};",
        "struct S { int a; float b; }",
        "template <int N, typename T = float>",
        "__device__ T f(T x) { return x; }",
        "  k<<<1, 256>>>(a, n);",
        "  auto l = [&](int x) { return x; };",
        "  switch (n) { case 1: break; default: ; }",
        "#define M(a, b) a + b",
        "  x = M(1, 2) + M(1;",
        "  /* open",
        "  close */ \"text",
        "enum E { A, B };",
        "namespace n {",
        "using V = float4;",
    ];
    prop::collection::vec(prop::sample::select(lines), 0..40).prop_map(|lines| lines.join("\n"))
}

fn spans_fit(source: &Source, diags: &[Diag]) {
    let len = source.text().len() as u32;
    let fits = |span: Span| span.start <= span.end && (span.is_system() || span.end <= len);
    for diag in diags {
        assert!(fits(diag.span), "{diag:?}");
        assert!(diag.labels.iter().all(|(span, _)| fits(*span)), "{diag:?}");
        assert!(!excerpt::plain(source, diag).is_empty());
        let message = &diag.message;
        assert!(!message.ends_with('.') && !message.is_empty(), "{message}");
    }
}

/// Parses a text and, where nothing is wrong with it, has it write itself; whether it did.
fn parses(text: &str) -> bool {
    let source = Source::new("soup.cu", text);
    let (mut unit, diags) = parse::parse(&source);
    unit.items.retain(|item| !item.span.is_system());
    spans_fit(&source, &diags);
    for item in &unit.items {
        assert!(item.span.end <= text.len() as u32);
    }
    let failed = diags.iter().any(Diag::is_error);
    assert_eq!(Diags::settle(diags).is_err(), failed);
    !failed && writes_itself(&source, &unit)
}

/// What is written out parses, and is written out the same. Not for what is only named as not modelled.
fn writes_itself(source: &Source, unit: &ast::Unit) -> bool {
    let written = ast::print::unit(unit);
    if written.contains("/* not modelled") || written.contains("<unnamed") {
        return false;
    }
    let again = Source::new("again.cu", format!("{}{written}", headers_of(source)));
    let (mut unit, diags) = parse::parse(&again);
    unit.items.retain(|item| !item.span.is_system());
    let shown: String = diags
        .iter()
        .map(|diag| excerpt::plain(&again, diag))
        .collect();
    assert!(!diags.iter().any(Diag::is_error), "{written}\n{shown}");
    assert_eq!(ast::print::unit(&unit), written);
    true
}

/// Every source of the corpora that parses is written out, and what is written parses to itself; how many were.
#[test]
fn every_accepted_source_writes_itself() {
    let tests = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut tried = 0;
    for folder in ["lex", "pp", "parse", "check", "run", "host"] {
        for (path, text) in cases::of(folder) {
            let text = text.split("/* expect").next().unwrap_or_default();
            eprintln!("{}", path.display()); // shown if it fails
            tried += usize::from(parses(text));
        }
    }
    let kernels = tests.ancestors().nth(3).map(|root| root.join("kernels"));
    for entry in kernels
        .and_then(|k| std::fs::read_dir(k).ok())
        .into_iter()
        .flatten()
        .flatten()
    {
        let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
        eprintln!("{}", entry.path().display());
        tried += usize::from(parses(&text));
    }
    assert!(tried > 250, "only {tried} sources wrote themselves");
}

/// The includes of a source, since what they name is part of how it parses, and the macros that name headers.
fn headers_of(source: &Source) -> String {
    let names_a_header = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("#include") || line.starts_with("#define") && line.ends_with('>')
    };
    let lines = source.text().lines().filter(names_a_header);
    lines.map(|line| format!("{line}\n")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn tokens_cover_any_text(text in "\\PC*|[\\x00-\\x7f]*|(\\PC|\n|\"|'|/|\\*|\\\\)*") {
        let tokens: Vec<_> = lex::tokens(&text).collect();
        prop_assert!(tokens.iter().all(|token| token.len > 0));
        let total: usize = tokens.iter().map(|token| token.len as usize).sum();
        prop_assert_eq!(total, text.len());
        let mut end = 0;
        for (range, _) in lex::classify(&text) {
            prop_assert!(end <= range.start && range.start < range.end && range.end <= text.len());
            prop_assert!(text.get(range.clone()).is_some());
            end = range.end;
        }
    }

    #[test]
    fn any_text_parses_to_something(text in "(\\PC|\n)*") {
        parses(&text);
    }

    #[test]
    fn token_soup_parses_to_something(text in soup()) {
        parses(&text);
    }

    #[test]
    fn torn_programs_parse_to_something(text in lines()) {
        parses(&text);
    }

    #[test]
    fn places_are_found_both_ways(text in "(\\PC|\n|\r\n|\t)*", at in 0usize..200) {
        let source = Source::new("any.cu", text.as_str());
        let place = source.line_column(at as u32);
        prop_assert!(place.line >= 1 && place.line <= source.line_count());
        let line = source.line_text(place.line).chars().count() as u32;
        prop_assert!(place.column >= 1 && place.column <= line + 2);
    }
}

/// One text of each kind that grows without end.
fn deep() -> Vec<(&'static str, String)> {
    let n = 50_000;
    let nest = |open: &str, close: &str| format!("int x = {}1{};", open.repeat(n), close.repeat(n));
    let body = |open: &str| format!("__global__ void k(int x) {{ {}", open.repeat(n));
    let doubling = |i: usize| format!("#define A{} A{i} A{i}\n", i + 1);
    let macros: String = (0..40).map(doubling).collect();
    let chain: String = (0..20_000)
        .map(|i| format!("#define B{} B{i}\n", i + 1))
        .collect();
    vec![
        ("parentheses", nest("(", ")")),
        ("braces", nest("{", "}")),
        ("indices", nest("a[", "]")),
        ("calls", nest("f(", ")")),
        ("casts", nest("(int)", "")),
        ("minuses", nest("- ", "")),
        ("sizeofs", nest("sizeof ", "")),
        ("sums", nest("1 + ", "")),
        ("commas", format!("void f() {{ {} }}", "x, ".repeat(n))),
        ("assignments", nest("x = ", "")),
        ("questions", nest("x ? 1 : ", "")),
        ("members", format!("int x = a{};", ".a".repeat(n))),
        ("lambdas", nest("[] { return ", "; }")),
        ("templates", "a<".repeat(n)),
        ("template templates", "template<template<".repeat(n)),
        ("paths", "a::".repeat(n)),
        ("pointers", format!("int {}p;", "*".repeat(n))),
        (
            "groups",
            format!("int {}p{};", "(*".repeat(n), ")".repeat(n)),
        ),
        ("arrays", format!("int a{};", "[2]".repeat(n))),
        ("functions", format!("int f{};", "(int)".repeat(n))),
        ("function parameters", "void f(int g(".repeat(n)),
        ("blocks", body("{ ")),
        ("ifs", body("if (x) ")),
        ("elses", body("if (x) ; else ")),
        ("loops", body("for (;;) ")),
        ("dos", body("do ")),
        ("switches", body("switch (x) case 1: ")),
        ("labels", body("a: ")),
        ("unrolls", body("\n#pragma unroll\n")),
        ("structs", "struct S { ".repeat(n)),
        ("namespaces", "namespace n { ".repeat(n)),
        ("linkages", "extern \"C\" { ".repeat(n)),
        ("specifiers", "static ".repeat(n)),
        ("conditions", format!("#if {}1\n", "(".repeat(n))),
        ("open conditionals", "#if 1\n".repeat(n)),
        (
            "doubling macros",
            format!("#define A0 x\n{macros}int y = A40;"),
        ),
        ("chained macros", format!("{chain}int y = B20000;")),
        (
            "open macros",
            format!("#define F(x) x\nint y = {}", "F(".repeat(n)),
        ),
        (
            "nested macros",
            format!(
                "#define F(x) x\nint y = {}1{};",
                "F(".repeat(n),
                ")".repeat(n)
            ),
        ),
        ("brackets", "[".repeat(n)),
        ("closers", ")}]".repeat(n)),
        ("hashes", "#".repeat(n)),
    ]
}

#[test]
fn nothing_nests_or_grows_without_end() {
    for (name, text) in deep() {
        let start = std::time::Instant::now();
        parses(&text);
        assert!(
            start.elapsed().as_secs() < 20,
            "{name}: {:?}",
            start.elapsed()
        );
    }
}

#[test]
fn ten_megabytes_are_refused() {
    let source = Source::new("big.cu", "int x;\n".repeat(1_500_000));
    let (_, diags) = parse::parse(&source);
    assert_eq!(diags.len(), 1);
    assert_eq!(diags[0].code, simt::diag::Code::SourceTooLarge);
}

#[test]
fn macro_arguments_keep_their_places() {
    let text = "#define TWICE(a) (2 * (a))\nint x = TWICE(y + z);\n";
    let source = Source::new("a.cu", text);
    let (made, _) = parse::preprocess(&source);
    let at = |name: &str| {
        let lexeme = made.lexemes.iter().find(|lexeme| &*lexeme.text == name);
        lexeme.map(|lexeme| source.slice(lexeme.span))
    };
    assert_eq!(at("z"), Some("z"));
    assert_eq!(at("2"), Some("TWICE(y + z)"));
}

/// What the parser lets through at its limits, the later stages walk within a test thread's stack.
#[test]
fn the_deepest_programs_compile() {
    let kernel = |body: String| {
        format!("struct S {{ S *p; int v; }};\n__global__ void k(int *x, S *s) {{ {body} }}")
    };
    let bodies = [
        format!("x[0] = {}x[1]{};", "(".repeat(90), ")".repeat(90)),
        format!("x[0] = {}1;", "x[1] + ".repeat(280)),
        format!("s{}->v = 1;", "->p".repeat(145)),
        format!("{}x[1] = 2;", "if (x[0]) x[1] = 1; else ".repeat(60)),
        format!(
            "{}x[1] = 2;{}",
            "for (; x[0];) {".repeat(60),
            "}".repeat(60)
        ),
        format!("x[0] = {}1;", "x[1] ? 1 : ".repeat(150)),
        format!("x[0] = {}x[1];", "- ".repeat(150)),
    ];
    for body in bodies {
        let source = Source::new("deep.cu", kernel(body));
        if let Err(diags) = simt::compile(&source) {
            panic!("{}", excerpt::plain(&source, diags.first()));
        }
    }
}

/// Editors elsewhere begin a file with a mark and end lines with two characters; text is in any script.
#[test]
fn a_mark_dos_line_ends_and_any_script_change_nothing() {
    let text = "// 向量加法\n#define N \\\n    4\n__global__ void k(int *o) {\n    o[0] = N; // é\n    o[1] = x;\n}\n";
    let place = |text: &str| {
        let source = Source::new("a.cu", text);
        let diags = simt::compile(&source).expect_err("`x` is not known");
        let at = source.line_column(diags.first().span.start);
        (
            diags.first().message.clone(),
            at.line,
            at.column,
            diags.iter().count(),
        )
    };
    let plain = place(text);
    assert_eq!(plain, ("nothing here is called `x`".to_string(), 6, 12, 1));
    assert_eq!(place(&text.replace('\n', "\r\n")), plain);
    assert_eq!(place(&format!("\u{feff}{text}")), plain);
}
