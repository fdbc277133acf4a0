//! Host loops in bands give what their iterations give one after the other.
//!
//! In: drawn loops whose iterations come upon each other's elements, gather, and write variables now and then. Out: the same elements and
//! variables from the loop as it is, which goes in bands, from one that counts down, and from the same in pieces of eight iterations, which
//! are too few for a band.

use proptest::prelude::*;
use simt::host::{Ended, ProgramOptions, Quiet, run_main};
use simt::launch::Memory;
use simt::source::Source;

/// What a program writes.
fn written(text: &str) -> String {
    let module = simt::compile(&Source::new("bands.cu", text)).expect("it compiles");
    let (mut world, options) = (Quiet::default(), ProgramOptions::default());
    let report = run_main(&module, &mut Memory::new(), &mut world, &options);
    assert!(matches!(report.ended, Ended::Exit(0)), "{text}");
    String::from_utf8_lossy(&world.out).into_owned()
}

/// An element: one, one for each iteration in a row or apart, or anywhere.
fn element() -> impl Strategy<Value = String> {
    let near = || prop_oneof![-3..=3i32, -200..=200i32];
    prop_oneof![
        4 => (-3..=3i32, near()).prop_map(|(p, q)| format!("a[1500 + {p} * i + {q}]")),
        2 => near().prop_map(|q| format!("a[1500 + i + {q}]")),
        1 => near().prop_map(|q| format!("a[1700 + {q}]")),
        1 => (1..50u32).prop_map(|p| format!("a[(i * {p} + 7) % 4000]")),
    ]
}

/// What only some iterations do.
fn condition() -> impl Strategy<Value = String> {
    prop_oneof![
        (2..9u32).prop_map(|m| format!("i % {m} == 1")),
        (0..400u32).prop_map(|k| format!("i == {k}")),
        (0..400u32).prop_map(|k| format!("i != {k}")),
        (0..400u32).prop_map(|k| format!("i > {k}")),
        (element(), 2..9u32).prop_map(|(e, m)| format!("{e} % {m} == 0")),
        Just("s % 5 == 2".to_string()),
    ]
}

/// A record that is compared with an element and becomes it, or another.
fn record() -> impl Strategy<Value = String> {
    let compared = prop_oneof![Just("> best"), Just(">= best"), Just("!= best")];
    let written = prop_oneof![4 => Just(None), 1 => element().prop_map(Some)];
    let beside = prop_oneof![
        Just(""),
        Just(" at = i;"),
        Just(" at = x;"),
        Just(" s += i;")
    ];
    (element(), compared, written, beside).prop_map(|(e, than, written, beside)| {
        let to = written.unwrap_or_else(|| e.clone());
        format!("if ({e} {than}) {{ best = {to};{beside} }}")
    })
}

/// Elements of another array that iterations change wherever they come to, and what that array has besides.
fn tally() -> impl Strategy<Value = String> {
    let bin = prop_oneof![
        2 => element().prop_map(|e| format!("c[(unsigned){e} % 64]")),
        1 => (1..9u32).prop_map(|m| format!("c[i % {m}]")),
        1 => (0..64u32).prop_map(|k| format!("c[{k}]")),
        1 => (1..30u32).prop_map(|p| format!("c[i * {p} % 64]")),
    ];
    let with = prop_oneof![
        Just("i".to_string()),
        Just("x".to_string()),
        element(),
        Just("c[3]".to_string()),
    ];
    prop_oneof![
        2 => bin.clone().prop_map(|bin| format!("{bin}++;")),
        2 => (bin.clone(), prop_oneof!["\\+=", "-=", "\\^=", "\\|="], with.clone())
            .prop_map(|(bin, op, with)| format!("{bin} {op} {with};")),
        1 => (bin.clone(), with).prop_map(|(bin, with)| format!("{bin} = {with} - {bin};")),
        1 => bin.prop_map(|bin| format!("s += {bin};")),
    ]
}

fn statement() -> impl Strategy<Value = String> {
    let other = prop_oneof![
        (element(), element()).prop_map(|(to, from)| format!("{to} += {from};")),
        (element(), element(), element()).prop_map(|(to, a, b)| format!("{to} = {a} - 3 * {b};")),
        (element(), element()).prop_map(|(to, from)| format!("x = {from}; {to} ^= x;")),
        element().prop_map(|from| format!("s += {from};")),
        element().prop_map(|to| format!("{to} = s;")),
        record(),
        element().prop_map(|from| format!("x = {from} + i;")),
        (1..6u32, element(), element())
            .prop_map(|(n, a, b)| format!("for (int k = 0; k < {n}; k++) {a} += {b} + k;")),
    ];
    let plain = prop_oneof![8 => other, 3 => tally()];
    (plain, proptest::option::weighted(0.4, condition())).prop_map(|(plain, when)| match when {
        Some(when) => format!("if ({when}) {{ {plain} }}"),
        None => plain,
    })
}

/// A way to the next iteration or out of the loop, now and then.
fn way() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just(String::new()),
        1 => condition().prop_map(|when| format!("if ({when}) continue;")),
        1 => (0..400u32).prop_map(|k| format!("if (i == {k}) {{ stop = 1; break; }}")),
        1 => element().prop_map(|e| format!("if ({e} % 1000 == 1) {{ stop = 1; break; }}")),
    ]
}

/// The type of an element.
fn kind() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        4 => Just("unsigned"),
        1 => Just("unsigned char"),
        1 => Just("signed char"),
        1 => Just("short"),
        1 => Just("unsigned short"),
        1 => Just("long long"),
    ]
}

/// The program that runs a loop whole and in pieces, and writes a line of each.
fn program(kind: &str, first: &[String], way: &str, second: &[String]) -> String {
    let body = format!("{}\n{way}\n{}", first.join("\n"), second.join("\n"));
    let function = |name: &str, head: &str| {
        format!(
            "static void {name}() {{\n\
             unsigned s = 1, x = 2, at = 0;\n\
             {kind} best = 0;\n\
             int stop = 0;\n\
             for (int k = 0; k < 4000; k++) a[k] = k * 2654435761u >> 7;\n\
             for (int k = 0; k < 64; k++) c[k] = k;\n\
             {head}\n{body}\n}}\n\
             unsigned h = 1;\n\
             for (int k = 0; k < 4000; k++) h = h * 31 + a[k];\n\
             for (int k = 0; k < 64; k++) h = h * 31 + (unsigned)c[k];\n\
             printf(\"%u %u %u %d %u %u\\n\", h, s, x, stop, at, (unsigned)best);\n}}\n"
        )
    };
    let whole = function("whole", "for (int i = 0; i < 400 && !stop; i++) {");
    let pieces = function(
        "pieces",
        "for (int j = 0; j < 50 && !stop; j++) for (int i = 8 * j; i < 8 * j + 8; i++) {",
    );
    // What counts down changes before the test does.
    let down = function("down", "int i = -1, n = 400; while (n--) { i++;");
    let whole = whole.replace(" && !stop; i++", "; i++");
    format!(
        "#include <cstdio>\nstatic {kind} a[4000], c[64];\n{whole}{pieces}{down}int main() {{ whole(); pieces(); down(); }}\n"
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn drawn_loops_give_what_their_iterations_give(
        kind in kind(),
        first in proptest::collection::vec(statement(), 1..4),
        way in way(),
        second in proptest::collection::vec(statement(), 0..2),
    ) {
        let text = program(kind, &first, &way, &second);
        let out = written(&text);
        let lines: Vec<&str> = out.lines().collect();
        prop_assert_eq!(lines.len(), 3);
        prop_assert_eq!(lines[0], lines[1], "{}", text);
        prop_assert_eq!(lines[2], lines[1], "{}", text);
    }
}
