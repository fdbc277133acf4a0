//! `--device` from the command to the record, on the pretended GPU of `crates/gpu`, which fails as `COURSE_FAKE_GPU` says.

use serde_json::Value;

use crate::fixture::{Course, Told};

/// vector-add's solution, as a learner would have it.
fn solved() -> Course {
    let course = Course::new();
    let told = course.run(&["solution", "vector-add", "--anyway"]);
    course.kernel(told.out.as_bytes());
    course
}

/// A command beside a GPU that fails in this way.
fn beside(course: &Course, way: &str, args: &[&str]) -> Told {
    let output = course
        .command(args)
        .env("COURSE_FAKE_GPU", way)
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Told {
        status: output.status.code().unwrap_or(-1),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

fn json(told: &Told) -> Value {
    serde_json::from_str(&told.out).unwrap_or_else(|e| panic!("{e}: {told:?}"))
}

fn check<'a>(value: &'a Value, list: &str, part: &str, check: &str) -> &'a Value {
    let all = value
        .pointer(list)
        .and_then(Value::as_array)
        .expect("checks");
    let found = all
        .iter()
        .find(|c| c["part"] == part && c["check"] == check);
    found.unwrap_or_else(|| panic!("no {part}/{check} in {value:#}"))
}

#[test]
fn auto_adds_what_only_a_gpu_measures_and_the_verdict_is_the_machines() {
    let course = solved();
    let told = beside(
        &course,
        "fine",
        &["check", "vector-add", "--format", "json"],
    );
    assert_eq!(told.status, 0, "{told:?}");
    let value = json(&told);
    let speed = check(&value, "/checks", "vadd", "speed");
    assert_eq!(speed["status"], "pass", "{speed:#}");
    assert_eq!(speed["device"], "pretended GPU");
    assert!(
        speed["value"].as_f64().is_some_and(|v| v > 50.0),
        "{speed:#}"
    );
    let correct = check(&value, "/checks", "vadd", "correct");
    assert_eq!(correct["device"], "simulated");
    assert_eq!(value["gpu"]["device"], "pretended GPU");
    assert_eq!(value["gpu"]["differences"], Value::Array(Vec::new()));
    let told = beside(&course, "fine", &["check", "vector-add", "vadd"]);
    assert!(
        told.out.contains("agrees with the simulated machine"),
        "{told:?}"
    );
}

#[test]
fn what_a_gpu_has_no_answer_to_is_not_asked_of_it() {
    let course = solved();
    let counted = ["check", "vector-add", "vadd/bytes", "--format", "json"];
    let value = json(&beside(&course, "fine", &counted));
    assert_eq!(
        (&value["gpu"], &value["outcome"]),
        (&Value::Null, &"pass".into())
    );
}

#[test]
fn cpu_asks_no_gpu_and_gpu_asks_nothing_else() {
    let course = solved();
    let machine = [
        "check",
        "vector-add",
        "vadd",
        "--device",
        "cpu",
        "--format",
        "json",
    ];
    let value = json(&beside(&course, "fine", &machine));
    assert_eq!(value["gpu"], Value::Null);
    let speed = check(&value, "/checks", "vadd", "speed");
    assert_eq!(speed["status"], "not-measured");
    let alone = [
        "check",
        "vector-add",
        "vadd",
        "--device",
        "gpu",
        "--format",
        "json",
    ];
    let told = beside(&course, "fine", &alone);
    assert_eq!(told.status, 0, "{told:?}");
    let value = json(&told);
    let correct = check(&value, "/checks", "vadd", "correct");
    assert_eq!(
        (&correct["status"], &correct["device"]),
        (&"pass".into(), &"pretended GPU".into())
    );
    assert_eq!(
        check(&value, "/checks", "vadd", "race-free")["status"],
        "not-measured"
    );
}

#[test]
fn a_course_may_say_what_judges_and_the_command_line_says_otherwise() {
    let course = solved();
    let plan = |device: &str| {
        let text = format!("title: A course\ntagline: for tests\nparts: []\ndevice: {device}\n");
        std::fs::write(course.path("content/course.yaml"), text).unwrap();
    };
    let named = ["check", "vector-add", "vadd", "--format", "json"];
    plan("cpu");
    assert_eq!(json(&beside(&course, "fine", &named))["gpu"], Value::Null);
    let both = [&named[..], &["--device", "auto"]].concat();
    let value = json(&beside(&course, "fine", &both));
    assert_eq!(value["gpu"]["device"], "pretended GPU");
    plan("gpu");
    let value = json(&beside(&course, "fine", &named));
    let correct = check(&value, "/checks", "vadd", "correct");
    assert_eq!(correct["device"], "pretended GPU");
    plan("tpu");
    let told = course.run(&["build"]);
    assert_eq!(told.status, 3, "{told:?}");
    let said = format!("{}{}", told.out, told.err);
    assert!(said.contains("no device is called `tpu`"), "{said}");
}

#[test]
fn a_slow_kernel_misses_the_gpus_mark_and_the_lab_is_passed_all_the_same() {
    let course = Course::new();
    let told = course.run(&["solution", "vector-add", "--anyway"]);
    let slow = told.out.replace(
        "c[i] = a[i] + b[i];",
        "for (int k = 0; k < 60; k++) { if (k > gridDim.y * 100) { c[i] = k * __expf(k); } } c[i] = a[i] + b[i];",
    );
    assert_ne!(slow, told.out);
    course.kernel(slow.as_bytes());
    let told = beside(&course, "fine", &["check", "vector-add", "vadd"]);
    assert_eq!(told.status, 0, "{told:?}");
    assert!(
        told.out.contains("% of a copy reached (") && told.out.contains("), at least 60"),
        "{}",
        told.out
    );
    let alone = ["check", "vector-add", "vadd", "--device", "gpu"];
    assert_eq!(beside(&course, "fine", &alone).status, 1);
}

#[test]
fn without_a_gpu_nothing_changes_and_asking_for_one_says_what_is_missing() {
    let course = solved();
    let value = json(&course.run(&["check", "vector-add", "vadd", "--format", "json"]));
    assert_eq!(
        (&value["gpu"], &value["outcome"]),
        (&Value::Null, &"pass".into())
    );
    let told = course.run(&["check", "vector-add", "--device", "gpu"]);
    assert_eq!(told.status, 2, "{told:?}");
    assert!(told.err.contains("no NVIDIA GPU was found"), "{}", told.err);
    for (way, words) in [
        (
            "no-driver",
            "the NVIDIA driver's library (libcuda) was not found",
        ),
        ("no-compiler", "pip install nvidia-cuda-nvrtc"),
        ("no-symbol", "has no `cuEventElapsedTime`"),
        ("no-device", "sees no device"),
        ("driver-too-old", "11.2 is needed"),
        ("compiler-too-old", "this is sm_90"),
    ] {
        let told = beside(&course, way, &["check", "vector-add", "vadd"]);
        assert_eq!(told.status, 0, "{way}: {told:?}");
        let one_line = told.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            one_line.contains("nothing was judged on the GPU"),
            "{way}: {told:?}"
        );
        assert!(one_line.contains(words), "{way}: {told:?}");
        let told = beside(
            &course,
            way,
            &["check", "vector-add", "vadd", "--device", "gpu"],
        );
        assert_eq!(told.status, 2, "{way}: {told:?}");
        assert!(told.err.contains(words), "{way}: {}", told.err);
        let told = beside(&course, way, &["doctor"]);
        let one_line = told.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(one_line.contains(words), "{way}: {}", told.out);
    }
}

#[test]
fn where_the_gpu_says_otherwise_it_is_said_which_to_believe() {
    let course = solved();
    for (way, words) in [
        ("timed-out", "still running after 4 s"),
        ("illegal-address", "an access outside its memory"),
        ("misaligned", "a misaligned access"),
        ("refused", "the GPU refused the launch"),
    ] {
        let told = beside(&course, way, &["check", "vector-add", "vadd"]);
        assert_eq!(
            told.status, 0,
            "{way}: the machine's verdict stands: {told:?}"
        );
        let one_line = told.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(one_line.contains("differs vadd/"), "{way}: {}", told.out);
        assert!(one_line.contains(words), "{way}: {}", told.out);
        assert!(one_line.contains("believe the GPU"), "{way}: {}", told.out);
    }
    let told = beside(&course, "out-of-memory", &["check", "vector-add", "vadd"]);
    assert_eq!(told.status, 0);
    assert!(
        !told.out.contains("differs"),
        "no room is no difference: {}",
        told.out
    );
}
