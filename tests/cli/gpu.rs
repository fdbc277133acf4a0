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
    // No lab is listed: their pages are long in the making, and name lessons that are not here.
    plan("tpu\nonly_listed_labs: true");
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
        ("unloadable", "does not load the code of NVRTC 13.0"),
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
        ("stopped", "CUDA_ERROR_LAUNCH_FAILED"),
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

#[test]
fn what_only_a_measurement_needs_fails_no_lab_and_is_said() {
    let course = solved();
    let args = ["check", "vector-add", "vadd", "--format", "json"];
    for (way, status, words) in [
        ("no-time", "not-measured", "CUDA_ERROR_INVALID_HANDLE"),
        ("no-nvml", "pass", "management library (NVML) was not found"),
    ] {
        let told = beside(&course, way, &args);
        assert_eq!(told.status, 0, "{way}: {told:?}");
        let value = json(&told);
        let speed = check(&value, "/checks", "vadd", "speed");
        assert_eq!(speed["status"], status, "{way}: {speed:#}");
        let said = format!("{}{}", speed["message"], speed["detail"]);
        assert!(said.contains(words), "{way}: {speed:#}");
    }
    for (way, words) in [
        ("no-cublas", "pip install nvidia-cublas"),
        ("no-nvml", "it comes with the NVIDIA driver"),
        ("fine", "`ncu`"),
    ] {
        let told = beside(&course, way, &["doctor"]);
        let one_line = told.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(one_line.contains(words), "{way}: {}", told.out);
    }
    let product = |way| {
        let told = course.run(&["solution", "gemm-register", "--anyway"]);
        let file = course.path("labs/gemm-register/gemm-register.cu");
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, told.out).unwrap();
        let args = ["check", "gemm-register", "scalar/speed", "--format", "json"];
        let value = json(&beside(&course, way, &args));
        check(&value, "/checks", "scalar", "speed").clone()
    };
    let with = product("fine");
    assert_eq!(with["unit"], "% of a product's ceiling");
    let detail = with["detail"].as_str().unwrap();
    assert!(detail.contains("cuBLAS, 64 × 64 × 64"), "{with:#}");
    let without = product("no-cublas");
    let detail = without["detail"].as_str().unwrap();
    assert!(detail.contains("(cuBLAS) was not found"), "{without:#}");
    assert_ne!(without["status"], "not-measured", "{without:#}");
}

#[test]
fn the_best_of_each_device_is_kept_and_shown() {
    let course = solved();
    let told = beside(&course, "fine", &["check", "vector-add", "vadd"]);
    assert_eq!(told.status, 0, "{told:?}");
    // On the machine alone nothing is measured, and nothing is lost.
    assert_eq!(course.run(&["check", "vector-add", "vadd"]).status, 0);
    beside(
        &course,
        "fine",
        &["check", "vector-add", "vadd", "--device", "gpu"],
    );
    let status = course.json(&["status"]);
    let [series] = status["measured"].as_array().unwrap().as_slice() else {
        panic!("{status:#}");
    };
    assert_eq!(
        (&series["lab"], &series["check"], &series["device"]),
        (
            &"vector-add".into(),
            &"vadd/speed".into(),
            &"pretended GPU".into()
        )
    );
    let best = series["best"].as_f64().unwrap();
    assert!(best > 50.0, "{series:#}");
    assert_eq!(series["values"], serde_json::json!([best, best]));
    let told = course.run(&["status"]).out;
    let words = format!("best {best} % of a copy, last {best} (2 times)");
    assert!(
        told.contains("Measured on a GPU") && told.contains(&words),
        "{told}"
    );
    let told = course.run(&["show", "vector-add", "vadd"]).out;
    assert!(told.contains(&words), "{told}");
    let told = course.run(&["show", "vector-add"]).out;
    assert!(told.contains("accesses, before and after"), "{told}");
    assert!(told.contains("for a request"), "{told}");
    let shown = course.json(&["show", "vector-add"]);
    assert_eq!(shown["measured"][0]["best"], series["best"]);
}

#[test]
fn verify_proves_a_lab_on_the_gpu() {
    let course = Course::new();
    let args = ["verify", "vector-add", "transpose", "--device", "gpu"];
    let told = beside(&course, "fine", &args);
    assert_eq!(told.status, 0, "{told:?}");
    let line = told
        .out
        .lines()
        .find(|line| line.contains("vector-add"))
        .unwrap();
    assert!(line.contains("on the pretended GPU the starter fails"));
    assert!(line.contains("known mistakes show"), "{line}");
    let value = json(&beside(
        &course,
        "fine",
        &[&args[..], &["--format", "json"]].concat(),
    ));
    assert_eq!(value["device"], "pretended GPU");
    let lab = &value["labs"][0];
    assert_eq!(lab["problems"], serde_json::json!([]), "{value:#}");
    let (shown, mistakes) = (&lab["shown"], &lab["mistakes"]);
    assert!(
        shown.as_u64() > Some(3) && shown.as_u64() < mistakes.as_u64(),
        "{value:#}"
    );
    // A GPU that stops every kernel has no solution that passes.
    let told = beside(
        &course,
        "illegal-address",
        &["verify", "vector-add", "--device", "gpu"],
    );
    assert_eq!(told.status, 3, "{told:?}");
    assert!(
        told.out.contains("the solution does not pass: fill/"),
        "{told:?}"
    );
    let told = beside(&course, "no-device", &["verify", "--device", "gpu"]);
    assert_eq!(told.status, 2, "{told:?}");
    assert!(told.err.contains("sees no device"), "{told:?}");
    let told = course.run(&["verify", "--device", "gpu"]);
    assert_eq!(told.status, 2, "{told:?}");
    let told = beside(&course, "fine", &["verify", "napkin", "--device", "gpu"]);
    assert!(told.err.contains("a lab in Rust"), "{told:?}");
}

/// Nsight Compute as it writes, for a kernel that adds vectors: it runs the program that follows its options, then says its counts.
const NCU: &str = r#"#!/bin/sh
while [ "$1" != "--metrics" ]; do shift; done
metrics=$2
shift 2
echo "==PROF== Connected to process 4711"
"$@" > /dev/null || exit 1
case "$4" in
fill) echo "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters"; exit 0 ;;
esac
echo '"ID","Kernel Name","Block Size","Grid Size","l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum","l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum","l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum","smsp__sass_thread_inst_executed_op_fadd_pred_on.sum","smsp__sass_thread_inst_executed_op_fmul_pred_on.sum","smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"'
echo '"","","","","request","sector","sector","inst","inst","inst"'
printf '"0","%s(const float *, const float *, float *, int)","(128, 1, 1)","(4, 1, 1)","64","288","1,000,000","1,000","0","12"\n' "$NCU_KERNEL"
"#;

#[cfg(unix)]
#[test]
fn a_profile_has_the_gpus_time_and_nsight_computes_counts_beside_ours() {
    use std::os::unix::fs::PermissionsExt;
    let course = solved();
    let profile = |extra: &[&str], path: &str| {
        let args = [&["profile", "vector-add"], extra].concat();
        let output = course
            .command(&args)
            .env("COURSE_FAKE_GPU", "fine")
            .env("NCU_KERNEL", "vadd")
            .env("COURSE_NVCC", "")
            .env("COURSE_PYTHON", "")
            .env("PATH", path)
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Told {
            status: output.status.code().unwrap_or(-1),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    };
    let usual = "/usr/bin:/bin";
    let told = profile(&["vadd", "--device", "gpu"], usual);
    assert_eq!(told.status, 0, "{told:?}");
    assert!(told.err.contains("`ncu` is not on the path"), "{told:?}");
    assert!(told.err.contains("has no pretended GPU, so"), "{told:?}");
    for words in [
        "timed on the pretended GPU",
        "just after: clock 1000 MHz",
        "At a size for this GPU, part `vadd`",
        "% of a copy reached",
        "on the GPU  ",
        "least to most",
        "gpu__time_duration.sum (measured)",
    ] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }

    let bin = course.path("bin");
    std::fs::create_dir_all(&bin).unwrap();
    std::fs::write(bin.join("ncu"), NCU).unwrap();
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(bin.join("ncu"), executable).unwrap();
    let path = format!("{}:{usual}", bin.display());
    let args = [
        "fill", "vadd", "stride", "--device", "gpu", "--format", "json",
    ];
    let told = profile(&args, &path);
    assert_eq!(told.status, 0, "{told:?}");
    assert!(told.err.contains("ERR_NVGPUCTRPERM"), "{told:?}");
    let value = json(&told);
    assert_eq!(value["gpu"]["device"], "pretended GPU");
    let [fill, vadd, stride] = value["kernels"].as_array().unwrap().as_slice() else {
        panic!("{value:#}");
    };
    assert_eq!(fill["on_gpu"]["ncu"], serde_json::json!([]));
    // What was written of `vadd` does not stand beside `vadd_stride`.
    assert_eq!(stride["on_gpu"]["ncu"], serde_json::json!([]));
    let times = &vadd["on_gpu"]["times"];
    assert!(times["median_seconds"].as_f64() > Some(0.0), "{times:#}");
    assert!(times["over_least"].as_f64() > Some(1.0), "{times:#}");
    let counted = |name: &str| {
        let all = vadd["on_gpu"]["ncu"].as_array().unwrap();
        let found = all.iter().find(|one| one["name"] == name);
        found.unwrap_or_else(|| panic!("no {name}: {vadd:#}"))
    };
    assert_eq!(counted("load sectors, global")["ncu"], 288.0);
    assert_eq!(counted("store sectors, global")["ncu"], 1e6);
    assert_eq!(counted("FLOP, float")["ncu"], 1024.0);
    assert_eq!(counted("store requests, global")["ncu"], Value::Null);
    let told = profile(&["vadd", "--device", "gpu"], &path);
    let line = |name: &str| {
        let mut lines = told.out.lines();
        lines
            .find(|line| line.trim_start().starts_with(name))
            .unwrap_or_else(|| panic!("no {name}: {}", told.out))
    };
    assert!(line("load sectors, global").contains("the same"));
    assert!(line("store sectors, global").contains("differs"));
    assert!(line("store requests, global").contains("not counted there"));
}

#[test]
fn a_profile_on_a_gpu_says_what_is_missing_and_survives_what_hangs() {
    let course = solved();
    let args = ["profile", "vector-add", "vadd", "--device", "gpu"];
    let told = course.run(&args);
    assert_eq!(told.status, 2, "{told:?}");
    assert!(told.err.contains("no NVIDIA GPU was found"), "{told:?}");
    let told = beside(&course, "no-compiler", &args);
    assert_eq!(told.status, 2, "{told:?}");
    assert!(
        told.err.contains("pip install nvidia-cuda-nvrtc"),
        "{told:?}"
    );
    for (way, words) in [
        ("timed-out", "still running after"),
        ("illegal-address", "an access outside its memory"),
        ("out-of-memory", "has no 3 MiB to spare"),
        ("no-time", "CUDA_ERROR_INVALID_HANDLE"),
    ] {
        let told = beside(&course, way, &args);
        assert_eq!(told.status, 0, "{way}: the counts stand: {told:?}");
        assert!(told.err.contains(words), "{way}: {}", told.err);
        assert!(told.out.contains("no faster than"), "{way}: {}", told.out);
        assert!(!told.out.contains("(measured)"), "{way}: {}", told.out);
    }
    std::fs::write(course.path("one.cu"), "int main() { return 0; }\n").unwrap();
    let told = beside(&course, "fine", &["profile", "one.cu", "--device", "gpu"]);
    assert_eq!(told.status, 2, "{told:?}");
    assert!(
        told.err.contains("run on the simulated machine alone"),
        "{told:?}"
    );
}

#[test]
fn every_way_in_which_a_driver_fails_is_said_from_a_command() {
    let course = solved();
    let said = [
        ("no-driver", "(libcuda) was not found"),
        ("no-compiler", "(NVRTC) was not found"),
        ("no-symbol", "has no `cuEventElapsedTime`"),
        ("no-device", "the NVIDIA driver sees no device"),
        (
            "driver-too-old",
            "it supports CUDA 10.2, and 11.2 is needed",
        ),
        ("compiler-too-old", "knows devices up to sm_86"),
        ("unloadable", "does not load the code of NVRTC 13.0"),
        ("out-of-memory", "the GPU has no 3 MiB to spare"),
        ("refused", "take more registers than there are"),
        ("illegal-address", "an access outside its memory"),
        ("misaligned", "a misaligned access"),
        ("stopped", "unspecified launch failure"),
        ("timed-out", "still running after 4 s on the GPU"),
        ("no-time", "CUDA_ERROR_INVALID_HANDLE"),
        ("no-cublas", "(cuBLAS) was not found"),
        ("no-nvml", "(NVML) was not found"),
    ];
    assert_eq!(said.map(|(way, _)| way), *gpu::fake::WAYS);
    for (way, words) in said {
        let args = ["check", "vector-add", "vadd", "--format", "json"];
        let told = beside(&course, way, &args);
        assert_eq!(
            told.status, 0,
            "{way}: the machine's verdict stands: {told:?}"
        );
        let doctor = beside(&course, way, &["doctor"]);
        assert_eq!(
            json(&told)["outcome"],
            "pass",
            "{way}: never failed for a GPU"
        );
        let told = format!("{} {}", told.out, doctor.out);
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(words), "{way}: {told}");
    }
}
