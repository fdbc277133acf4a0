//! How a run is ended, by its limits and by loops that never end, and what is said after it.

use crate::fixture::Course;
use std::io::Read;
use std::process::Stdio;

fn program(text: &str) -> Course {
    let course = Course::new();
    std::fs::write(course.path("a.cu"), text).unwrap();
    course
}

#[test]
fn a_run_that_time_ends_says_what_was_found_and_where_it_was() {
    let course = program(
        "__global__ void all(int* x) { x[0] = threadIdx.x; }\n__global__ void k(volatile unsigned* x) {\n    while (*x < 0xffffffffu) *x = *x % 1000 + 1;\n}\nint main() {\n    int* x;\n    cudaMalloc(&x, 4);\n    all<<<1, 32>>>(x);\n    k<<<1, 1>>>((unsigned*)x);\n    cudaDeviceSynchronize();\n    cudaFree(x);\n}\n",
    );
    let told = course.run(&["run", "a.cu", "--seconds", "1"]);
    assert_eq!(told.status, 124, "{told:?}");
    for part in [
        "still running after 1 seconds, and stopped",
        "[F0202]",
        "stopped[S0101]: kernel `k`: still running after ",
        "a.cu:3:",
        "going round",
    ] {
        assert!(told.err.contains(part), "{part}: {}", told.err);
    }
    let json = course.run(&["run", "a.cu", "--seconds", "1", "--format", "json"]);
    assert!(
        json.out.starts_with('{') && json.out.contains("F0202"),
        "{json:?}"
    );
}

#[test]
fn a_loop_that_never_ends_is_told_at_once() {
    let course = program(
        "__global__ void k(const int* x, int* out, int n) {\n    int i = threadIdx.x, s = 0;\n    while (i < n) s += x[0];\n    out[0] = s;\n}\nint main() {\n    int* x;\n    cudaMalloc(&x, 8);\n    cudaMemset(x, 0, 8);\n    k<<<1000, 256>>>(x, x + 1, 64);\n    return cudaDeviceSynchronize();\n}\n",
    );
    let told = course.run(&["run", "a.cu"]);
    assert_eq!(told.status, 124, "{told:?}");
    for part in [
        "stopped[S0105]: kernel `k`: this loop never ends: nothing that its condition depends on changes any more",
        "a.cu:3:",
        "n = 64, i = 0",
        "`course explain S0105` says more",
    ] {
        assert!(told.err.contains(part), "{part}: {}", told.err);
    }
}

#[test]
fn limits_end_a_run_with_a_sentence() {
    let course = program("int main() { volatile int i = 0; while (true) i = i + 1; }\n");
    let told = course.run(&["run", "a.cu", "--seconds", "1"]);
    assert_eq!(told.status, 124, "{told:?}");
    assert!(
        told.err.contains("still running after 1 seconds"),
        "{}",
        told.err
    );
    let course = program(
        "__global__ void k(volatile int* i) { while (true) *i = 1; }\nint main() {\n    int* i;\n    cudaMalloc(&i, 4);\n    k<<<1, 32>>>(i);\n    return cudaDeviceSynchronize();\n}\n",
    );
    let told = course.run(&["run", "a.cu", "--fuel", "100000"]);
    assert_ne!(told.status, 0, "{told:?}");
    assert!(
        told.err
            .contains("stopped[S0101]: kernel `k`: still running after 100000 warp instructions")
            && told.err.contains("`course explain S0101` says more"),
        "{}",
        told.err
    );
}

#[test]
fn what_is_said_after_a_run_names_files_and_claims_no_more_than_is_known() {
    let course = program(
        "#include <cstdlib>\n#include \"made.h\"\n__global__ void last(int* x) { x[0] = threadIdx.x; }\nint main() {\n    int* x;\n    cudaMalloc(&x, 4);\n    last<<<1, 32>>>(x);\n    cudaDeviceSynchronize();\n    cudaFree(x);\n    make();\n    return system(\"clear\") == 0;\n}\n",
    );
    let made = "inline void make() {\n    char* one;\n    cudaMalloc(&one, 1);\n    cudaStream_t s;\n    cudaStreamCreate(&s);\n}\n";
    std::fs::write(course.path("made.h"), made).unwrap();
    let told = course.run(&["run", "a.cu"]);
    assert_eq!(told.status, 0, "{told:?}");
    for part in [
        "command not run: `system` runs no commands here: it gave -1 for `clear`\n",
        "\n1 finding; results may depend on it, the exit status does not\n",
        "\nnever freed: `one` made on line 3 of made.h, 1 byte\n",
        "\nnever destroyed: stream `s` made on line 5 of made.h\n",
    ] {
        assert!(told.err.contains(part), "{part}: {told:?}");
    }
    let json = course.run(&["run", "a.cu", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["commands_not_run"][0]["command"], "clear");
    assert_eq!(json["commands_not_run"][0]["place"]["line"], 11);
}

#[test]
fn memory_that_is_not_to_be_had_is_told_where_it_was_asked_for() {
    let course = program(
        "#include <cstdio>\nint main() {\n    float *d = 0;\n    for (int i = 0; i < 2; i++) printf(\"%d\\n\", cudaMalloc(&d, 5ull << 30));\n    cudaGetLastError();\n}\n",
    );
    let told = course.run(&["run", "a.cu"]);
    assert_eq!((told.status, &*told.out), (0, "2\n2\n"), "{told:?}");
    let want = "memory not given: 5368709120 bytes were asked for, and the call gave `cudaErrorMemoryAllocation`: one allocation has less than 4 GiB here\n";
    assert_eq!(told.err.matches(want).count(), 1, "{told:?}");
    assert!(told.err.contains("asked for here"), "{told:?}");
    let json = course.run(&["run", "a.cu", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["memory_not_given"][0]["bytes"], 5_368_709_120_u64);
    assert_eq!(json["memory_not_given"][0]["place"]["line"], 4);
}

#[test]
fn what_a_program_flushes_arrives_while_it_runs() {
    let course = program(
        "#include <cstdio>\n#include <iostream>\nint main() {\n    std::cout << \"begin\" << std::endl;\n    printf(\"50 %%\\r\");\n    fflush(stdout);\n    volatile long i = 0;\n    for (;;) i = i + 1;\n}\n",
    );
    let mut command = course.command(&["run", "a.cu", "--seconds", "120"]);
    let mut running = command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut came = [0; 11];
    running
        .stdout
        .take()
        .unwrap()
        .read_exact(&mut came)
        .unwrap();
    let ended = running.try_wait().unwrap();
    running.kill().unwrap();
    running.wait().unwrap();
    assert_eq!(String::from_utf8_lossy(&came), "begin\n50 %\r");
    assert_eq!(ended, None, "it came only at the end");
}

#[test]
fn what_is_said_of_findings_follows_strict() {
    let text = "#include <cstdio>\n__global__ void count(int *n) { n[0]++; }\nint main() {\n    int *d, h = 0;\n    cudaMalloc(&d, sizeof h);\n    cudaMemset(d, 0, sizeof h);\n    count<<<1, 32>>>(d);\n    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);\n    printf(\"%d\\n\", h);\n    KEPT\n}\n";
    let freed = program(&text.replace("KEPT", "cudaFree(d);"));
    let told = freed.run(&["run", "a.cu"]);
    let words = "\n1 finding; results may depend on it, the exit status does not\n";
    assert!(told.status == 0 && told.err.contains(words), "{told:?}");
    let told = freed.run(&["run", "a.cu", "--strict"]);
    let words = "\n1 finding: the run fails, as `--strict` asks\n";
    assert!(told.status == 1 && told.err.contains(words), "{told:?}");
    assert!(!told.err.contains("the exit status does not"), "{told:?}");
    let kept = program(&text.replace("KEPT", "count<<<1, 2048>>>(d);"));
    let told = kept.run(&["run", "a.cu", "--strict"]);
    let words =
        "\n1 finding, 1 failed launch, memory never freed: the run fails, as `--strict` asks\n";
    assert!(told.status == 1 && told.err.contains(words), "{told:?}");
}
