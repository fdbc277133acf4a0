//! Kernels nobody should be afraid of: each gets a clear verdict within its limit, and is recorded.
//! All of them are judged with the real checker of vector-add.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::fixture::Course;

/// Judges a text; the verdict comes soon, and it is no pass.
fn refused(text: &[u8]) -> (Course, Value) {
    let course = Course::new();
    course.kernel(text);
    let began = Instant::now();
    let told = course.run(&["check", "vector-add", "--format", "json"]);
    assert!(
        began.elapsed() < Duration::from_secs(25),
        "{:?}",
        began.elapsed()
    );
    assert_eq!(told.status, 1, "{told:?}");
    let value: Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!(course.attempts(), 1);
    (course, value)
}

/// The three kernels of the lab, each with this body.
fn bodies(body: &str) -> String {
    format!(
        "__global__ void fill_index(int* out, int n) {{ {body} }}\n\
         __global__ void vadd(const float* a, const float* b, float* c, int n) {{ {body} }}\n\
         __global__ void vadd_stride(const float* a, const float* b, float* c, int n) {{ {body} }}\n"
    )
}

fn first_message(value: &Value) -> String {
    let checks = value["checks"].as_array().unwrap();
    let failed = checks
        .iter()
        .find(|check| check["status"] == "fail")
        .unwrap();
    format!("{} {}", failed["message"], failed["detail"])
}

#[test]
fn a_text_without_a_kernel_does_not_compile() {
    for text in ["", "int x;\n", "def add(a, b):\n    return a + b\n"] {
        let (_, value) = refused(text.as_bytes());
        assert_eq!(value["outcome"], "did-not-compile", "{text:?}: {value:#}");
    }
}

#[test]
fn ten_megabytes_are_refused() {
    let (_, value) = refused(&vec![b'x'; 10 << 20]);
    assert_eq!(value["outcome"], "did-not-compile", "{value:#}");
}

#[test]
fn bytes_that_are_no_text_are_named() {
    let course = Course::new();
    course.kernel(b"\xff\xfe__global__");
    let told = course.run(&["check", "vector-add"]);
    assert_eq!(told.status, 1);
    assert!(told.err.contains("not UTF-8 text (byte 1)"), "{}", told.err);
}

#[test]
fn an_endless_loop_ends() {
    let (_, value) = refused(bodies("while (true) { n = n + 1; }").as_bytes());
    assert!(first_message(&value).contains("never ends"), "{value:#}");
}

#[test]
fn too_much_shared_memory_is_named() {
    let (_, value) = refused(bodies("__shared__ char big[4294967296]; big[0] = 1;").as_bytes());
    let message = first_message(&value);
    assert!(
        message.contains("4294967296 bytes of shared memory"),
        "{message}"
    );
}

#[test]
fn a_null_pointer_is_found() {
    let (_, value) = refused(bodies("int* p = nullptr; p[0] = n;").as_bytes());
    assert!(
        first_message(&value).contains("`p`, which is null"),
        "{value:#}"
    );
}

#[test]
fn recursion_without_end_ends() {
    let text = format!(
        "__device__ int down(int n) {{ return down(n + 1) + 1; }}\n{}",
        bodies("n = down(n);")
    );
    let (_, value) = refused(text.as_bytes());
    assert!(
        first_message(&value).contains("stack overflow"),
        "{value:#}"
    );
}

#[test]
fn a_learner_goes_from_the_starter_to_done() {
    let course = Course::new();
    let plan = "title: A course\nparts: []\nlabs: [vector-add, transpose]\n";
    std::fs::write(course.path("content/course.yaml"), plan).unwrap();
    let starter = course.run(&["check", "vector-add"]);
    assert_eq!(starter.status, 1, "{starter:?}");
    let solution = course.run(&["solution", "vector-add", "--anyway"]).out;
    course.kernel(solution.replacen("i < n", "i <= n", 1).as_bytes());
    let wrong = course.run(&["check", "vector-add"]);
    assert_eq!(wrong.status, 1, "{wrong:?}");
    for words in [
        "FAIL fill/bounds: out-of-bounds global write",
        "labs/vector-add/vector-add.cu:",
    ] {
        assert!(wrong.out.contains(words), "{}", wrong.out);
    }
    course.kernel(solution.as_bytes());
    let right = course.run(&["check", "vector-add"]);
    assert_eq!(right.status, 0, "{right:?}");
    assert!(
        right.out.contains("new: completed the lab vector-add"),
        "{}",
        right.out
    );
    assert!(right.out.contains("pass: 23 of 23"), "{}", right.out);
    assert_eq!(course.json(&["list"])["labs"][0]["state"], "done");
    assert_eq!(course.json(&["next"])["lab"], "transpose");
    assert!(
        course
            .run(&["log"])
            .out
            .contains("completed the lab vector-add")
    );
    assert_eq!(course.run(&["solution", "vector-add"]).status, 0);
    assert_eq!(course.attempts(), 3);
}

#[test]
fn a_result_that_few_orders_change_is_found_when_more_are_tried() {
    let course = Course::new();
    let solution = course.run(&["solution", "vector-add", "--anyway"]).out;
    let lucky = "__device__ int before;\n__device__ float luck() {\n    bool first = threadIdx.x == 0 && atomicAdd(&before, 1) == 0;\n    \
                 return first && blockIdx.x == 5 ? 1.0f : 0.0f;\n}\n";
    let (head, rest) = solution.split_once("__global__").unwrap();
    let lucky = format!("{head}{lucky}__global__{rest}");
    course.kernel(
        lucky
            .replace("a[i] + b[i]", "a[i] + b[i] + luck()")
            .as_bytes(),
    );
    let check = |more: &[&str]| course.run(&[&["check", "vector-add", "vadd"], more].concat());
    let usual = check(&[]);
    assert!(!usual.out.contains("FAIL vadd/order"), "{}", usual.out);
    let told = check(&["--schedules", "40"]);
    assert_eq!(told.status, 1, "{told:?}");
    for words in [
        "FAIL vadd/order",
        "depends on the order",
        "in the order that seed",
    ] {
        assert!(told.out.contains(words), "{}", told.out);
    }
}

#[test]
fn some_checks_of_some_parts_are_judged() {
    let course = Course::new();
    let value = course.json(&["check", "vector-add", "fill", "vadd/compiles"]);
    let checks = value["checks"].as_array().unwrap();
    let parts: Vec<&str> = checks
        .iter()
        .map(|check| check["part"].as_str().unwrap())
        .collect();
    assert_eq!(parts, ["fill", "fill", "fill", "fill", "fill", "vadd"]);
    assert_eq!(checks[5]["status"], "pass");
}
