//! Programs as a page asks for them: a request in, every line that is told out.

use super::*;
use serde_json::{Value, json};
use simt::launch::Halt;
use std::sync::atomic::AtomicBool;

fn lines(words: &str, text: &str) -> Vec<Value> {
    let mut lines = Vec::new();
    let request = format!("p.cu\n{words}\n{text}");
    let is_request = program(&request, &Means::default(), &mut |line| {
        lines.push(serde_json::from_str(line).expect("it is JSON"));
    });
    assert!(is_request);
    lines
}

/// The values of all lines of a kind.
fn of<'l>(lines: &'l [Value], kind: &str) -> Vec<&'l Value> {
    lines.iter().filter_map(|line| line.get(kind)).collect()
}

fn ended(words: &str, text: &str) -> Value {
    let told = lines(words, text);
    of(&told, "ended")
        .first()
        .map_or_else(|| panic!("{told:?}"), |end| (*end).clone())
}

const TWICE: &str = "#include <cstdio>
#include <cstdlib>
__global__ void twice(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  int* x;
  cudaMallocManaged(&x, n * sizeof(int));
  for (int i = 0; i < n; i++) x[i] = i;
  for (int k = 0; k < 3; k++) twice<<<2, 64>>>(x, n);
  cudaDeviceSynchronize();
  printf(\"%d\\n\", x[n - 1]);
  fprintf(stderr, \"of %d\\n\", n);
  cudaFree(x);
  return 0;
}
";

#[test]
fn a_program_prints_and_its_launches_are_counted() {
    let told = lines("-D N=9 100", TWICE);
    assert_eq!(
        told[..2],
        [json!({"out": "792\n"}), json!({"err": "of 100\n"})]
    );
    let launches = of(&told, "launch");
    assert_eq!(launches.len(), 1, "{told:?}");
    let launch = launches[0];
    assert_eq!(
        (&launch["text"], &launch["line"], &launch["times"]),
        (&json!("twice<<<2, 64>>>"), &json!(12), &json!(3))
    );
    assert_eq!(launch["accesses"][0]["text"], "x[i]");
    assert_eq!(launch["left_out"], 0);
    assert_eq!(
        told.last(),
        Some(
            &json!({"ended": {"ok": true, "status": 0, "message": null, "help": null, "line": 0}})
        )
    );
    assert_eq!(lines("-D N=9", TWICE)[0], json!({"out": "64\n"}));
}

#[test]
fn every_end_is_told_with_its_status() {
    let main = |body: &str| {
        format!("#include <cstdio>\n#include <cstdlib>\nint main() {{\n  {body}\n}}\n")
    };
    let end = ended("", &main("return 3;"));
    assert_eq!(
        (&end["ok"], &end["status"], &end["message"]),
        (&json!(false), &json!(3), &Value::Null)
    );
    assert_eq!(ended("", &main("exit(7);"))["status"], 7);
    let end = ended("", &main("abort();"));
    assert_eq!((&end["status"], &end["line"]), (&json!(134), &json!(4)));
    assert!(end["message"].is_string());
    let end = ended("", &main("int* x = nullptr; *x = 1;"));
    assert_eq!((&end["status"], &end["line"]), (&json!(139), &json!(4)));
    let end = ended(
        "",
        &main("for (int k = 0;; k++) printf(\"%d and so on\\n\", k);"),
    );
    assert_eq!(end["status"], 124);
    assert!(
        end["message"]
            .as_str()
            .is_some_and(|m| m.contains("writes more than")),
        "{end}"
    );
}

#[test]
fn what_a_kernel_does_wrong_is_a_finding_of_the_program() {
    let told = lines("-D N=65", &TWICE.replace("if (i < n) ", ""));
    let found = of(&told, "finding")[0];
    assert_eq!(
        (&found["code"], &found["places"][0]["line"]),
        (&json!("F0101"), &json!(5))
    );
    let excerpt = found["excerpt"].as_str().unwrap_or_default();
    assert!(
        excerpt.contains("in `twice<<<2, 64>>>`, launched on line 12"),
        "{excerpt}"
    );
    assert_eq!(of(&told, "ended")[0]["ok"], true);
}

#[test]
fn a_launch_that_fails_is_told_and_noted() {
    let told = lines("-D N=65", &TWICE.replace("<<<2, 64>>>", "<<<2, 2048>>>"));
    let failure = of(&told, "launch")[0]["failure"]
        .as_str()
        .unwrap_or_default();
    assert!(failure.contains("block extent x is 2048"), "{failure}");
    let note = of(&told, "note")[0]["excerpt"].as_str().unwrap_or_default();
    assert!(note.contains("launch failed"), "{note}");
}

#[test]
fn what_is_no_program_is_a_sentence() {
    let failed = |words: &str, text: &str| {
        let told = lines(words, text);
        assert_eq!(told.len(), 1, "{told:?}");
        told[0]["failed"].as_str().unwrap_or_default().to_owned()
    };
    assert!(failed("", "__global__ void k() {}").contains("has no `main`"));
    assert!(failed("-D", TWICE).contains("`-D` is to be followed"));
    assert!(failed("", TWICE).contains("does not compile (line 8: "));
    assert!(!program(
        "p.cu\nint main() {}",
        &Means::default(),
        &mut |_| ()
    ));
}

#[test]
fn a_run_ends_when_its_caller_says_so() {
    static HALT: AtomicBool = AtomicBool::new(true);
    let means = Means {
        halt: Some(Halt(&HALT)),
        ..Means::default()
    };
    let mut last = String::new();
    let text = "p.cu\n\nint main() { volatile int x = 0; for (;;) x++; }";
    program(text, &means, &mut |line| last = line.to_owned());
    let end: Value = serde_json::from_str(&last).expect("it is JSON");
    let said = end["ended"]["message"].as_str().unwrap_or_default();
    let words = said.strip_prefix("still running after ").unwrap_or(said);
    let number = words.split(' ').next().and_then(|n| n.parse::<u64>().ok());
    assert!(number.is_some_and(|n| n < HOST_FUEL / 8), "{said}");
}
