//! Launches as a page asks for them: a request in, every line that is told out.

use super::*;
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

fn asked(file: &str, launch: &str, follow: &str, text: &str) -> Vec<Value> {
    let mut lines = Vec::new();
    let request = format!("{file}\n{launch}\n{follow}\n{text}");
    let is_request = play(&request, &Means::default(), &mut |line| {
        lines.push(serde_json::from_str(line).expect("it is JSON"));
    });
    assert!(is_request);
    lines
}

fn lines(launch: &str, text: &str) -> Vec<Value> {
    asked("k.cu", launch, "", text)
}

/// The values of all lines of a kind.
fn of<'l>(lines: &'l [Value], kind: &str) -> Vec<&'l Value> {
    lines.iter().filter_map(|line| line.get(kind)).collect()
}

const SCALE: &str = "__global__ void scale(float* x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = a * x[i];
}
";

#[test]
fn a_launch_is_told_with_its_buffers_and_counts() {
    let told = lines("scale<<<2, 64>>>(x[100] = iota, 2.0, n = 100)", SCALE);
    let kinds: Vec<&str> = told
        .iter()
        .filter_map(|line| Some(line.as_object()?.keys().next()?.as_str()))
        .collect();
    assert_eq!(kinds, ["started", "buffer", "launch", "counts", "ended"]);
    let started = &told[0]["started"];
    assert_eq!(
        (&started["grid"], &started["warps"], &started["blocks"]),
        (&json!([2, 1, 1]), &json!(2), &json!(2))
    );
    assert_eq!(started["at"], Value::Null);
    let x = &told[1]["buffer"];
    assert_eq!(x["values"][63], "126");
    assert_eq!(x["values"].as_array().map(Vec::len), Some(64));
    // The first is 0 before and after.
    assert_eq!(
        (&x["elem"], &x["length"], &x["changed"], &x["unwritten"]),
        (&json!("float"), &json!(100), &json!(99), &json!(0))
    );
    let launch = &told[2]["launch"];
    assert_eq!(launch["text"], "scale<<<2, 64>>>");
    assert_eq!(launch["counts"], told[3]["counts"]);
    let line3 = launch["counts"]["lines"].as_array().expect("a list");
    let line3 = line3.iter().find(|line| line[0] == 3).expect("it is there");
    // Four warps, the last with four lanes: a load and a store of four sectors, or of one.
    assert_eq!((&line3[3], &line3[4]), (&json!(8), &json!(26)));
    assert_eq!(
        launch["accesses"],
        json!([
            {"line": 3, "column": 14, "text": "x[i]", "space": "global", "op": "store", "requests": 4, "sectors": 13, "ideal": 13},
            {"line": 3, "column": 25, "text": "x[i]", "space": "global", "op": "load", "requests": 4, "sectors": 13, "ideal": 13},
        ])
    );
    assert_eq!(
        told[4]["ended"],
        json!({"ok": true, "message": null, "help": null, "line": 0})
    );
}

#[test]
fn a_warp_is_followed_where_that_is_asked_for() {
    let launch = "scale<<<dim3(2, 2), 64>>>(x[256] = ones, 3, 256)";
    let told = asked("k.cu", launch, "3 1 0", SCALE);
    let at = &told[0]["started"]["at"];
    assert_eq!(at, &json!({"block": [1, 1, 0], "number": 3, "warp": 1}));
    assert_eq!(of(&told, "trace").len(), 1);
    assert_eq!(of(&told, "trace")[0]["steps"]["line"], json!([2, 3, 4]));
    assert_eq!(of(&told, "part"), [&json!(0)]);
    let refused = asked("k.cu", launch, "4 0 0", SCALE);
    assert_eq!(
        refused,
        [
            json!({"failed": "There is no warp 0 of block 4: the launch has 4 blocks of 2 warps.", "line": 0})
        ]
    );
    let refused = asked("k.cu", launch, "first", SCALE);
    assert!(
        refused[0]["failed"]
            .as_str()
            .is_some_and(|s| s.contains("`first` names no warp"))
    );
}

#[test]
fn a_store_past_the_end_is_a_finding_with_its_line() {
    let told = lines("scale<<<1, 64>>>(x[60] = 1, 2, n = 64)", SCALE);
    let findings = of(&told, "finding");
    let stored = findings
        .iter()
        .find(|one| one["message"].as_str().is_some_and(|m| m.contains("write")))
        .expect("it is found");
    assert_eq!(
        (&stored["code"], &stored["severity"]),
        (&json!("F0101"), &json!("error"))
    );
    assert_eq!(
        (&stored["places"][0]["line"], &stored["places"][0]["column"]),
        (&json!(3), &json!(14))
    );
    let note = stored["places"][0]["note"].as_str().unwrap_or_default();
    assert!(
        note.contains("thread (60, 0, 0) of block (0, 0, 0)"),
        "{note}"
    );
    let excerpt = stored["excerpt"].as_str().unwrap_or_default();
    assert!(excerpt.contains("k.cu:3:14"), "{excerpt}");
    // It changes nothing: the run ends in order, and the buffer is as long as before.
    assert_eq!(of(&told, "ended")[0]["ok"], true);
    assert_eq!(of(&told, "buffer")[0]["changed"], 60);
}

#[test]
fn what_nobody_wrote_is_no_number() {
    let text = "__global__ void odd(int* x) { if (threadIdx.x % 2) x[threadIdx.x] = 7; }";
    let told = lines("odd<<<1, 4>>>(x[6] = unwritten)", text);
    let x = of(&told, "buffer")[0];
    assert_eq!(x["values"], json!([null, "7", null, "7", null, null]));
    assert_eq!((&x["changed"], &x["unwritten"]), (&json!(2), &json!(4)));
}

#[test]
fn an_endless_loop_ends_and_names_its_line() {
    let text = "__global__ void spin(int* x) {\n  while (x[0] == 0) {\n  }\n}\n";
    let told = lines("spin<<<1, 32>>>(x[1])", text);
    let ended = of(&told, "ended")[0];
    assert_eq!((&ended["ok"], &ended["line"]), (&json!(false), &json!(2)));
    assert!(
        ended["message"]
            .as_str()
            .is_some_and(|m| m.contains("never ends"))
    );
    assert!(ended["help"].is_string());
    assert_eq!(of(&told, "launch")[0]["failure"], ended["message"]);
}

#[test]
fn a_flood_of_output_is_bounded() {
    let text = "#include <cstdio>\n__global__ void flood(int n) { for (int k = 0; k < n; k++) printf(\"%d é\\n\", k); }";
    let told = lines("flood<<<4, 32>>>(3000)", text);
    let out = of(&told, "out")[0].as_str().expect("a text");
    assert!(out.starts_with("0 é\n0 é\n"));
    assert!(
        (60_000..=MOST_PRINTED).contains(&out.len()),
        "{}",
        out.len()
    );
    assert!(of(&told, "out_more")[0].as_u64() > Some(500_000));
}

#[test]
fn what_cannot_be_launched_is_one_sentence() {
    for (launch, said) in [
        ("scale(x)", "between `<<<` and `>>>`"),
        (
            "scala<<<1, 1>>>(x[1], 1, 1)",
            "There is no kernel `scala` in this text: it has `scale`.",
        ),
        (
            "scale<<<1, 2048>>>(x[1], 1, 1)",
            "A device refuses this launch: block extent x is 2048, over the device's limit of 1024.",
        ),
        ("scale<<<0, 1>>>(x[1], 1, 1)", "the grid has no blocks"),
        (
            "scale<<<1, 1, 200000>>>(x[1], 1, 1)",
            "a block needs 200000 bytes of shared memory",
        ),
        (
            "scale<<<1, 1>>>(x[1], n = 1, 1)",
            "gives `n` where the parameter of `scale` is `a`",
        ),
    ] {
        let told = lines(launch, SCALE);
        let failed = told[0]["failed"].as_str().unwrap_or_default();
        assert!(failed.contains(said), "{launch}: {told:?}");
        assert_eq!((told.len(), &told[0]["line"]), (1, &json!(0)));
    }
    let told = lines("k<<<1, 1>>>()", "\n__global__ void k() { y = 1; }");
    assert_eq!(told[0]["line"], 2);
    assert!(!play(
        "k.cu\nk<<<1, 1>>>()\n",
        &Means::default(),
        &mut |_| ()
    ));
}

#[test]
fn dynamic_shared_memory_and_an_instance_of_a_template_are_to_be_had() {
    let text = "template <int N> __global__ void fill(int* x) {
  extern __shared__ int s[];
  s[threadIdx.x] = N;
  __syncthreads();
  x[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
";
    let told = lines("fill<7><<<1, 64, 65536>>>(x[64])", text);
    assert_eq!(of(&told, "buffer")[0]["values"][5], "7", "{told:?}");
    let accesses = of(&told, "launch")[0]["accesses"]
        .as_array()
        .expect("a list");
    let shared: Vec<&Value> = accesses.iter().filter(|a| a["space"] == "shared").collect();
    assert_eq!((shared.len(), &shared[0]["passes"]), (2, &json!(2)));
}

#[test]
fn a_request_is_answered_the_same_every_time() {
    let once = || {
        asked(
            "k.cu",
            "scale<<<2, 64>>>(x[128] = random, 0.5, 128)",
            "0 0 0",
            SCALE,
        )
    };
    assert_eq!(once(), once());
}

#[test]
fn a_launch_ends_when_its_caller_says_so() {
    static HALT: AtomicBool = AtomicBool::new(true);
    let means = Means {
        halt: Some(Halt(&HALT)),
        ..Means::default()
    };
    let mut last = String::new();
    let text = "k.cu\nk<<<1, 32>>>(x[1])\n\n__global__ void k(int* x) { for (;;) x[0] += 1; }";
    play(text, &means, &mut |line| last = line.to_owned());
    let end: Value = serde_json::from_str(&last).expect("it is JSON");
    let said = end["ended"]["message"].as_str().unwrap_or_default();
    let words = said.strip_prefix("still running after ").unwrap_or(said);
    let number = words.split(' ').next().and_then(|n| n.parse::<u64>().ok());
    assert!(number.is_some_and(|n| n < FUEL / 8), "{said}");
}
