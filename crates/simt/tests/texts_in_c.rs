//! Texts in C beside a program's own: what their language allows and C++ does not. A main text and a text in C go in; what the program
//! writes is compared.

use simt::host::{Ended, ProgramOptions, Quiet, run_main};
use simt::launch::Memory;
use simt::source::Source;

const MAIN: &str = r#"extern "C" int run(void);
int main() { return run(); }
"#;

/// What a program writes of which this is the text in C, or what is wrong with it.
fn written(text: &str) -> Result<String, String> {
    let units = vec![("part.c".to_string(), text.to_string())];
    let source = Source::new("main.cu", MAIN).with_units(units);
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

#[test]
fn jumps_pass_first_values() {
    let text = r#"#include <stdio.h>
static int half(int n) {
    if (n < 0) goto end;
    if (n % 2) goto odd;
    int twice = 2 * n;
    printf("%d\n", twice);
    return n / 2;
odd:
    printf("odd\n");
end:
    return -1;
}
int run(void) {
    printf("%d ", half(-3));
    printf("%d ", half(3));
    printf("%d\n", half(8));
    return 0;
}
"#;
    assert_eq!(written(text).as_deref(), Ok("-1 odd\n-1 16\n4\n"));
}

#[test]
fn signs_of_what_pointers_lead_to_may_differ() {
    let text = r#"#include <stdio.h>
#include <string.h>
typedef unsigned int uint;
static int size(int *n) { *n = 7; return 0; }
static size_t length(const unsigned char *text) { return strlen(text); }
int run(void) {
    uint n = 0;
    int *same = &n;
    if (size(&n)) return 1;
    *same += 1;
    unsigned char text[] = "four";
    char *as_text = text;
    printf("%u %d %s\n", n, (int)length("three"), as_text);
    return 0;
}
"#;
    assert_eq!(written(text).as_deref(), Ok("8 5 four\n"));
}

#[test]
fn other_pointers_are_refused_as_before() {
    let text =
        "static void set(const float *x) {}\nint run(void) { int n = 0; set(&n); return 0; }\n";
    assert!(written(text).is_err_and(|why| why.contains("float")));
    let text =
        "static void set(int *x) {}\nint run(void) { const unsigned n = 0; set(&n); return 0; }\n";
    assert!(written(text).is_err());
}

#[test]
fn restrict_is_a_word_of_c_alone() {
    let text = r#"#include <stdio.h>
static int sum(int n, const int *restrict from, int *restrict to) {
    int all = 0;
    for (int i = 0; i < n; i++) all += to[i] = from[i];
    return all;
}
int run(void) {
    int a[3] = {1, 2, 3}, b[3];
    int *restrict last = &b[2];
    printf("%d", sum(3, a, b));
    printf(" %d\n", *last);
    return 0;
}
"#;
    assert_eq!(written(text).as_deref(), Ok("6 3\n"));
}
