//! Texts of one program, and what becomes of their names.

use cuda_source::source::Source;
use cuda_source::token::LexKind;

use super::scan::{self, Linkage};
use super::written;

/// A program of several texts.
fn program(texts: &[&str]) -> Source {
    let more = texts[1..].iter().enumerate();
    let more = more.map(|(i, text)| (format!("{}.cu", i + 2), text.to_string()));
    Source::new("1.cu", texts[0])
        .with_units(more.collect())
        .expect("there is room")
        .with_includes(|name, _| match name {
            "open.h" => Some((
                name.into(),
                "static int open(int x) { return x; }\n#define X 1".into(),
            )),
            "once.h" => Some((
                name.into(),
                "#pragma once\nvoid shared();\n#define ONCE 2".into(),
            )),
            "only.h" => Some((
                name.into(),
                "#pragma once\n#include \"once.h\"\nstatic int f() { return 1; }\n#define ONLY 5"
                    .into(),
            )),
            _ => None,
        })
}

/// Its words.
fn words(texts: &[&str]) -> String {
    let (made, said) = crate::pp::preprocess(&program(texts), |name| name == "max");
    assert!(said.is_empty(), "{said:?}");
    let own = made
        .lexemes
        .iter()
        .filter(|one| !one.span.is_system() && one.kind != LexKind::End);
    own.map(|one| &*one.text).collect::<Vec<_>>().join(" ")
}

/// What a text declares: names and linkage.
fn declared(text: &str) -> Vec<(String, Linkage)> {
    let (made, _) = crate::pp::preprocess(&Source::new("a.cu", text), |_| false);
    let lexemes: Vec<_> = made
        .lexemes
        .into_iter()
        .filter(|one| !one.span.is_system())
        .collect();
    let partners = scan::partners(&lexemes);
    let found = scan::declared(
        &lexemes,
        &partners,
        0..lexemes.len(),
        &mut Default::default(),
    );
    let shown =
        |one: &scan::Declaration| (format!("{}{}", one.scope, one.names.join(" ")), one.linkage);
    found.all.iter().map(shown).collect()
}

#[test]
fn linkage_follows_from_the_words_before_a_name() {
    use Linkage::*;
    let cases = [
        ("static int f(int x) { return x; }", "f", Internal),
        ("const int n = 3;", "n", Internal),
        ("int const n[2] = {1, 2};", "n", Internal),
        ("const char *s = 0;", "s", External),
        ("const char *const s = 0;", "s", Internal),
        ("extern const int n;", "n", External),
        ("constexpr int f() { return 1; }", "f", Shared),
        ("static float a = 1, *b, c[3] = {};", "a b c", Internal),
        ("static void (*f)(int) = 0;", "f", Internal),
        ("__constant__ float w[4];", "w", Device),
        ("extern __constant__ float w[4];", "w", External),
        ("__device__ float f(float x) { return x; }", "f", External),
        (
            "__global__ void __launch_bounds__(64) k() {}",
            "k",
            External,
        ),
        (
            "template <int N, class T = int> T f(T x) { return x + (N > 2); }",
            "f",
            Shared,
        ),
        (
            "struct __align__(8) P { int x; int f() { return x; } };",
            "P",
            Shared,
        ),
        ("enum class E : int { A, B };", "E", Shared),
        ("struct P { int x; } p;", "P p", External),
        ("typedef struct { int x; } P;", "P", Shared),
        ("typedef int (*F)(int);", "F", Shared),
        ("using T = int;", "T", Shared),
        (
            "namespace a { namespace b { inline int f() { return 1; } } }",
            "a::b::f",
            Shared,
        ),
        ("namespace a::b { static int x; }", "a::b::x", Internal),
        ("namespace { struct P {}; }", "P", Internal),
        ("extern \"C\" { void f(); }", "f", External),
        ("const dim3 b(16, 16), c(2);", "b c", Internal),
        ("const int n = 4; const dim3 b(n, n);", "n", Internal),
        ("const dim3 b(int n, int m);", "b", External),
        ("const dim3 b(T, T);", "b", External),
        ("dim3 b(16, 16);", "b", External),
        ("struct P; P::P() : a(1), b{2} {}", "P", Shared),
    ];
    for (text, name, linkage) in cases {
        assert_eq!(declared(text)[0], (name.to_string(), linkage), "{text}");
    }
    assert_eq!(declared("S::S() : a(1), b{2} {} int x{1}; int y;").len(), 3);
    assert_eq!(declared("int S::n = 1;")[0].0, "");
    for broken in [
        "static int f(",
        "} } static",
        "template < static",
        "namespace a { struct",
        "using",
        "struct =",
    ] {
        declared(broken);
        let (made, _) = crate::pp::preprocess(&Source::new("a.cu", broken), |_| false);
        super::members::members(&made.lexemes, |_| true);
    }
}

#[test]
fn one_text_is_as_it_is() {
    assert_eq!(
        words(&["static int f; struct S { int f; };"]),
        "static int f ; struct S { int f ; } ;"
    );
}

#[test]
fn what_is_said_again_is_left_out() {
    let same = "const int n = 3; struct P { int x; }; inline int f() { static int c; return n; }";
    assert_eq!(words(&[same, same]), words(&[same]));
    let helper = "static int g(int x) { return x; }";
    assert_eq!(words(&[helper, helper]), words(&[helper]));
}

#[test]
fn what_differs_has_a_name_of_its_own() {
    assert_eq!(
        words(&[
            "static int n = 1; int f() { return n; }",
            "static int n = 1; int g(P p) { return ::n + p.n; }"
        ]),
        "static int n = 1 ; int f ( ) { return n ; } static int n·2 = 1 ; int g ( P p ) { return :: n·2 + p . n ; }"
    );
    let size = "const int n = 4; const dim3 b(n, n);";
    assert!(words(&[size, size]).ends_with("const dim3 b·2 ( n , n ) ;"));
    // What uses it is no longer the same either.
    assert_eq!(
        words(&[
            "const int n = 1; static int f() { return n; }",
            "const int n = 2; static int f() { return n; }"
        ]),
        "const int n = 1 ; static int f ( ) { return n ; } const int n·2 = 2 ; static int f·2 ( ) { return n·2 ; }"
    );
    // The name that all share stays, wherever it is.
    assert_eq!(
        words(&["static int f() { return 1; }", "int f() { return 2; }"])
            .matches("f·1")
            .count(),
        1
    );
    // A third that says what the second says is no repetition of the first.
    let third = words(&[
        "static int f() { return 1; }",
        "static int f() { return 2; }",
        "static int f() { return 2; }",
    ]);
    assert!(third.contains("f·2") && third.contains("f·3"), "{third}");
}

#[test]
fn what_may_mean_something_else_is_left_alone() {
    let alone = |a: &str, b: &str| {
        let words = words(&[a, b]);
        assert!(!words.contains('·'), "{words}");
    };
    alone(
        "static int n = 1;",
        "static int n = 2; struct S { int n; int f(); };",
    );
    alone(
        "static int max(int a) { return 1; }",
        "static int max(int a) { return 2; }",
    );
    alone("int f() { return 1; }", "int f() { return 2; }");
    alone("__device__ int n;", "extern __device__ int n;");
    alone(
        "template <class T> int f(T);",
        "template <class T> int f(T x) { return 1; }",
    );
    alone("struct P { int x; };", "struct P { float x; };");
    alone(
        "#include \"once.h\"\nstatic int shared(int) { return 1; }",
        "#include \"once.h\"\nstatic int shared(int) { return 2; }",
    );
}

#[test]
fn macros_end_with_their_text_and_headers_are_taken_once() {
    let texts = [
        "#include \"once.h\"\n#define NAME(x) x + x\n#undef NULL\n#define NULL 7\nNULL",
        "#include \"once.h\"\nNAME(1) NULL ONCE",
    ];
    assert_eq!(words(&texts), "void shared ( ) ; 7 NAME ( 1 ) __null 2");
    let open = "#include \"open.h\"\n";
    assert_eq!(words(&[open, open]), words(&[open]));
}

#[test]
fn a_header_that_one_text_includes_is_that_text_s_own() {
    let texts = [
        "#include \"only.h\"\nint a = f() + ONLY;",
        "static int f() { return 2; }\nint ONLY = f(); ONCE",
        "#include \"once.h\"\nONCE",
    ];
    assert_eq!(
        words(&texts),
        "void shared ( ) ; static int f ( ) { return 1 ; } int a = f ( ) + 5 ; \
         static int f·2 ( ) { return 2 ; } int ONLY = f·2 ( ) ; ONCE 2"
    );
    let texts = [
        "#include \"only.h\"\nint a = f();",
        "#include \"only.h\"\nint b = f() + ONCE + ONLY;",
    ];
    assert_eq!(
        words(&texts),
        "void shared ( ) ; static int f ( ) { return 1 ; } int a = f ( ) ; int b = f ( ) + 2 + 5 ;"
    );
}

#[test]
fn a_mark_is_taken_off_a_name() {
    assert_eq!(written("f·2<g·13>"), "f<g>");
    assert_eq!(written("f"), "f");
}
