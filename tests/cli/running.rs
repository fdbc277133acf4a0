//! `course run`: a program's output and status, one function's tensors, and how each wrong use is told.

use std::path::Path;

use serde_json::{Value, json};

use crate::fixture::{Course, Told};

/// A file of floats, as NumPy writes it.
fn npy(values: &[f32]) -> Vec<u8> {
    let head = format!(
        "{{'descr': '<f4', 'fortran_order': False, 'shape': ({},), }}",
        values.len()
    );
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend((head.len() as u16).to_le_bytes());
    file.extend(head.as_bytes());
    file.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    file
}

fn written(course: &Course, name: &str, bytes: impl AsRef<[u8]>) {
    let path = course.path(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}

/// What a told run says in JSON.
fn said(told: &Told) -> Value {
    serde_json::from_str(&told.out).unwrap_or_else(|error| panic!("{error}: {told:?}"))
}

const SCALE: &str = "
__global__ void scale(const float* in, float* out, float by, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * by;
}
extern \"C\" void solve(const float* in, float* out, float by, size_t n) {
    scale<<<(n + 127) / 128, 128>>>(in, out, by, n);
}
";

/// A course with a program, its arguments and the arrays that they name.
fn scaling(launch: Option<Value>) -> Course {
    let course = Course::new();
    written(&course, "scale.cu", SCALE);
    written(&course, "data/in.npy", npy(&[1.0, 2.0, 3.0, -4.0]));
    written(&course, "data/want.npy", npy(&[2.0, 4.0, 6.0, -8.0]));
    written(&course, "data/other.npy", npy(&[2.0, 4.0, 6.5, -8.0]));
    for (file, want) in [("args.json", "want.npy"), ("wrong.json", "other.npy")] {
        let mut args = json!({
            "args": [
                {"name": "in", "kind": "tensor", "dtype": "float32", "shape": [4], "dir": "in", "init": "in.npy"},
                {"name": "out", "kind": "tensor", "dtype": "float32", "shape": [4], "dir": "out", "init": "zeros"},
                {"name": "by", "kind": "scalar", "ctype": "float", "value": 2},
                {"name": "n", "kind": "scalar", "ctype": "int", "value": 4},
            ],
            "expect": {"out": want}, "atol": 1e-6, "rtol": 1e-6,
        });
        if let Some(launch) = &launch {
            args["launch"] = launch.clone();
        }
        written(&course, &format!("data/{file}"), args.to_string());
    }
    course
}

#[test]
fn a_kernel_is_launched_and_its_tensors_compared() {
    let course = scaling(Some(json!({"grid": 1, "block": [32]})));
    let good = course.run(&[
        "run",
        "scale.cu",
        "--entry",
        "scale",
        "--args",
        "data/args.json",
    ]);
    assert_eq!(
        (good.status, good.out.as_str()),
        (0, "ok    out float32[4]: largest difference 0\n"),
        "{good:?}"
    );
    let wrong = [
        "run",
        "scale.cu",
        "--entry",
        "scale",
        "--args",
        "data/wrong.json",
        "--out",
        "made",
    ];
    let bad = course.run(&wrong);
    assert_eq!(bad.status, 1, "{bad:?}");
    assert!(
        bad.out.contains(
            "WRONG out float32[4]: 1 of 4 elements differ; first at [2]: 6, expected 6.5"
        ),
        "{bad:?}"
    );
    let made = std::fs::read(course.path("made/out.npy")).unwrap();
    let floats = [2f32, 4.0, 6.0, -8.0].map(f32::to_le_bytes).concat();
    assert!(made.ends_with(&floats));
    let told = said(&course.run(&[&wrong[..], &["--format", "json"]].concat()));
    assert_eq!(
        (&told["verdict"], &told["exit_status"]),
        (&json!("fail"), &json!(1))
    );
    assert_eq!(told["tensors"][0]["first_wrong"]["at"], json!([2]));
    assert_eq!(told["launches"][0]["counters"]["threads"], json!(32));
}

#[test]
fn a_kernel_without_a_launch_is_told_what_to_add() {
    let told = scaling(None).run(&[
        "run",
        "scale.cu",
        "--entry",
        "scale",
        "--args",
        "data/args.json",
    ]);
    assert_eq!(told.status, 2);
    assert!(told.err.contains("\"launch\": {\"grid\""), "{}", told.err);
}

#[test]
fn wrong_use_gets_a_sentence_and_two() {
    let course = scaling(None);
    let wrong = |args: &[&str], words: &str| {
        let told = course.run(&[&["run"], args].concat());
        assert_eq!(told.status, 2, "{told:?}");
        assert!(told.err.contains(words), "{words}: {}", told.err);
    };
    wrong(&["absent.cu"], "`absent.cu` cannot be read");
    wrong(&["data"], "`data` is no file");
    wrong(&["scale.cu"], "`scale.cu` has no `main`");
    wrong(&["scale.cu", "--args", "data/args.json"], "--entry");
    let entry = |name, file| ["scale.cu", "--entry", name, "--args", file];
    wrong(&entry("scael", "data/args.json"), "did you mean `scale`?");
    wrong(
        &entry("scale", "data/none.json"),
        "none.json` cannot be read",
    );
    wrong(&["scale.cu", "--entry", "scale"], "no file says them");
    wrong(&["scale.cu", "--entry", "scale", "--", "7"], "for `main`");
    wrong(
        &["scale.cu", "--device", "voodoo"],
        "no device is called `voodoo`",
    );
    written(&course, "bad.json", "{\"args\": [");
    wrong(&entry("scale", "bad.json"), "EOF while parsing");
    written(&course, "few.json", "{\"args\": []}");
    wrong(
        &entry("scale", "few.json"),
        "takes 4 arguments, but `args` has 0",
    );
}

#[test]
fn what_does_not_compile_is_shown_with_its_line() {
    let course = Course::new();
    written(
        &course,
        "a.cu",
        "__global__ void k(int* a) {\n    a[0] = retrun;\n}\n",
    );
    let told = course.run(&["run", "a.cu"]);
    assert_eq!(told.status, 1, "{told:?}");
    assert!(
        told.err.contains("a.cu:2:12") && told.err.contains("retrun"),
        "{}",
        told.err
    );
    let told = course.run(&["run", "a.cu", "--format", "json"]);
    assert_eq!(said(&told)["diagnostics"][0]["line"], json!(2));
}

#[test]
fn files_beside_the_program_are_included() {
    let course = scaling(Some(json!({"grid": 1, "block": 32})));
    written(&course, "src/a.cu", "#include \"kernel.cuh\"\n");
    written(
        &course,
        "src/kernel.cuh",
        "#include \"../scale.cu\"\n#include \"far.h\"\n",
    );
    written(&course, "inc/far.h", "#pragma once\n");
    let args = [
        "run",
        "src/a.cu",
        "--entry",
        "scale",
        "--args",
        "data/args.json",
    ];
    assert_eq!(course.run(&args).status, 1);
    let told = course.run(&[&args[..], &["-I", "inc"]].concat());
    assert_eq!(told.status, 0, "{told:?}");
    assert!(Path::new(&course.path("inc/far.h")).is_file());
}

#[test]
fn a_header_of_the_samples_may_be_the_programs_own() {
    let course = Course::new();
    let text =
        "#include <cstdio>\n#include <helper_cuda.h>\nint main() { printf(\"%d\\n\", HELP); }\n";
    written(&course, "a.cu", text);
    written(&course, "common/helper_cuda.h", "#define HELP 7\n");
    assert_eq!(course.run(&["run", "a.cu"]).status, 1);
    let told = course.run(&["run", "a.cu", "-I", "common"]);
    assert_eq!(told.out, "7\n", "{told:?}");
}

#[test]
fn what_a_program_writes_to_files_can_be_read_at_once() {
    let course = program(
        "#include <cstdio>\n#include <fstream>\n#include <iostream>\n#include <string>\n\
         int main() {\n  FILE *f = fopen(\"x\", \"w+\");\n  fprintf(f, \"one\");\n  std::ifstream in(\"x\");\n\
         std::string s;\n  in >> s;\n  rewind(f);\n  int c = fgetc(f);\n  std::ofstream out(\"y\");\n\
         for (int i = 0; i < 30000; i++) out << i << ' ';\n  std::cout << s << ' ' << (char)c << '\\n';\n}\n",
    );
    let told = course.run(&["run", "a.cu"]);
    assert_eq!(told.out, "one o\n", "{told:?}");
    let text = std::fs::read_to_string(course.path(".course/files/a.cu/y")).expect("written");
    assert!(text.ends_with(" 29999 "), "{}", text.len());
}

/// A mapping is a copy of the file: zeros to the end of what was asked for, and changes that stay with the program.
#[test]
fn files_are_mapped_and_read_by_lines() {
    let course = program(
        r#"#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main() {
    FILE *made = fopen("x", "wb");
    for (int i = 0; i < 1000; i++) fwrite(&i, sizeof i, 1, made);
    fclose(made);
    int file = open("x", O_RDONLY);
    int *all = (int *)mmap(nullptr, 4000, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (all == MAP_FAILED) return 1;
    all[7] = -1;
    const int *same = (const int *)mmap(nullptr, 4096, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    printf("%d %d %d %d %d\n", all[0], all[999], all[7], same[7], same[1000]);
    munmap(all, 4000);
    munmap((void *)same, 4096);
    printf("%d\n", mmap(nullptr, 16, PROT_READ, MAP_PRIVATE, 77, 0) == MAP_FAILED);
    FILE *lines = fopen("y", "w");
    for (int i = 0; i < 100; i++) fputs("many words ", lines);
    fputs("\nlast", lines);
    fclose(lines);
    lines = fopen("y", "r");
    char *line = nullptr;
    size_t room = 0;
    for (long n; (n = getline(&line, &room, lines)) != -1;) printf("%ld %c\n", n, line[n - 1]);
    free(line);
    fclose(lines);
}
"#,
    );
    let told = course.run(&["run", "a.cu"]);
    assert_eq!(told.out, "0 999 -1 7 0\n1\n1101 \n\n4 t\n", "{told:?}");
}

#[test]
fn a_file_that_is_mapped_to_be_changed_is_changed() {
    let course = program(
        r#"#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int main() {
    int file = open("x", O_RDWR | O_CREAT | O_TRUNC, 0666);
    printf("%d\n", ftruncate(file, 700));
    char *page = (char *)mmap(nullptr, 700, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    strcpy(page + 600, "written");
    munmap(page, 700);
    char back[800] = {};
    FILE *again = fopen("x", "rb");
    size_t got = fread(back, 1, sizeof(back), again);
    fclose(again);
    printf("%zu %s\n", got, back + 600);
    file = open("x", O_RDWR);
    page = (char *)mmap(nullptr, 8, PROT_WRITE, MAP_SHARED, file, 0);
    memcpy(page, "at end", 6);
}
"#,
    );
    let told = course.run(&["run", "a.cu"]);
    assert_eq!(told.out, "0\n700 written\n", "{told:?}");
    let left = std::fs::read(course.path(".course/files/a.cu/x")).unwrap();
    assert_eq!((left.len(), &left[..6]), (700, &b"at end"[..]));
}

#[test]
fn several_files_are_compiled_one_by_one() {
    let course = Course::new();
    let shared = "#include <cstdio>\nstruct P { int x; };\ninline int twice(P p) { return 2 * p.x; }\n\
                  static constexpr int same = 5;\n";
    let first = "#define check(e) (check(e, __LINE__))\nvoid other();\nstatic const int n = 1;\n\
                 static int f(int x) { return x + n; }\n__constant__ int c = 1;\nnamespace { int g() { return 1; } }\n\
                 int main() { printf(\"%d %d %d %d\\n\", n, f(1), g(), twice(P{same})); other(); }\n";
    let second = "void check(int e, int l) { printf(\"%d %d\\n\", e, l); }\nstatic const int n = 2;\n\
                  static int f(int x) { printf(\"%s\\n\", __func__); return x + n; }\n__constant__ int c = 2;\n\
                  namespace { int g() { return 2; } }\n\
                  void other() { printf(\"%d %d %d %d\\n\", n, f(1), g(), twice(P{same})); check(3, 4); }\n";
    written(&course, "a.cu", format!("{shared}{first}"));
    written(&course, "b.cu", format!("{shared}{second}"));
    let told = course.run(&["run", "a.cu", "b.cu"]);
    assert_eq!(told.out, "1 2 1 10\nf\n2 3 2 10\n3 4\n", "{told:?}");
    written(&course, "c.cu", "void other() {}\n");
    let told = course.run(&["run", "a.cu", "b.cu", "c.cu"]);
    assert!(
        told.status == 1 && told.err.contains("E0302") && told.err.contains("c.cu:1:6"),
        "{told:?}"
    );
}

/// A course with one program.
fn program(text: &str) -> Course {
    let course = Course::new();
    written(&course, "a.cu", text);
    course
}

#[test]
fn a_program_sees_of_the_environment_what_is_let_in() {
    let course = program(
        "#include <cstdio>\n#include <cstdlib>\nint main(int argc, char **argv, char **envp) { const char *names[] = {\"COURSE_ROOT\", \"PATH\", \"NOT_SET_BY_ANYBODY\", \"GLIBC_TUNABLES\"}; for (auto n : names) printf(\"%d \", getenv(n) != nullptr); printf(\"%d\\n\", envp[0] != nullptr); }\n",
    );
    let told = course.run(&["run", "a.cu"]);
    assert_eq!((told.status, &*told.out), (0, "0 0 0 0 0\n"), "{told:?}");
    let let_in = ["COURSE_ROOT", "NOT_SET_BY_ANYBODY", "GLIBC_TUNABLES"];
    let let_in = let_in.map(|name| format!("--env={name}"));
    let let_in = let_in.iter().map(String::as_str);
    let told = course.run(&[&["run", "a.cu"][..], &let_in.collect::<Vec<_>>()].concat());
    assert_eq!((told.status, &*told.out), (0, "1 0 0 0 0\n"), "{told:?}");
}

#[test]
fn macros_are_defined_from_outside() {
    let course = program(
        "#include <cstdio>\n#include <vector>\n__global__ void k() { printf(\"%d %d\\n\", SIZE, QUICK); }\nint main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }\n",
    );
    let told = course.run(&["run", "a.cu", "-DSIZE=4+3", "-D", "QUICK"]);
    assert_eq!((told.status, &*told.out), (0, "7 1\n"), "{told:?}");
    let told = course.run(&[
        "run",
        "a.cu",
        "-DSIZE=2",
        "-DQUICK=3",
        "-DN=128",
        "-DT=float",
    ]);
    assert_eq!(
        (told.status, &*told.out),
        (0, "2 3\n"),
        "our headers' `N`: {told:?}"
    );
    let told = course.run(&["run", "a.cu", "-D", "2SIZE=4"]);
    assert_eq!(told.status, 2);
    assert!(
        told.err.contains("`2SIZE` is no name of a macro"),
        "{told:?}"
    );
}

#[test]
fn a_host_function_is_called_with_numbers_of_its_own_types() {
    let course = scaling(None);
    let good = course.run(&[
        "run",
        "scale.cu",
        "--entry",
        "solve",
        "--args",
        "data/args.json",
    ]);
    assert_eq!(good.status, 0, "{good:?}");
    assert!(good.out.starts_with("ok    out float32[4]"), "{good:?}");
}

#[test]
fn a_program_has_its_own_output_and_status() {
    let course = program(
        "#include <stdio.h>\nint main(int argc, char** argv) {\n    printf(\"%d %s\\n\", argc, argv[1]);\n    fprintf(stderr, \"aside\\n\");\n    return 7;\n}\n",
    );
    let told = course.run(&["run", "a.cu", "--", "-x"]);
    assert_eq!(
        (told.status, told.out.as_str(), told.err.as_str()),
        (7, "2 -x\n", "aside\n")
    );
    let told = said(&course.run(&["run", "a.cu", "--format", "json", "--", "-x"]));
    assert_eq!(told["stdout"], json!("2 -x\n"));
    assert_eq!(
        (&told["stderr"], &told["exit_status"]),
        (&json!("aside\n"), &json!(7))
    );
}

#[test]
fn output_that_goes_to_the_terminal_may_be_long() {
    let course = program(
        "#include <stdio.h>\nstatic char row[1 << 20];\nint main() {\n    for (int i = 0; i < 65; i++) fwrite(row, 1, sizeof row, stdout);\n    puts(\"end\");\n}\n",
    );
    let told = course.run(&["run", "a.cu"]);
    assert_eq!((told.status, told.err.as_str()), (0, ""));
    assert_eq!(told.out.len(), (65 << 20) + 4);
}

const PAST_THE_END: &str = "
#include <cstdio>
__global__ void k(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x] + 1; }
int main() {
    int *in, *out, host[32];
    cudaMalloc(&in, 31 * sizeof(int));
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMemset(in, 0, 31 * sizeof(int));
    k<<<1, 32>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf(\"%d %d\\n\", host[0], host[31]);
    cudaFree(in);
    cudaFree(out);
}
";

#[test]
fn a_finding_changes_no_result_unless_it_is_asked_to() {
    let course = program(PAST_THE_END);
    let told = course.run(&["run", "a.cu"]);
    assert_eq!((told.status, told.out.as_str()), (0, "1 1\n"), "{told:?}");
    assert!(
        told.err.contains("error[F0101]: out-of-bounds") && told.err.contains("a.cu:3:"),
        "{}",
        told.err
    );
    assert!(
        told.err.contains("in `k<<<1, 32>>>`, launched on line 9"),
        "{}",
        told.err
    );
    assert_eq!(course.run(&["run", "a.cu", "--strict"]).status, 1);
    let told = said(&course.run(&["run", "a.cu", "--format", "json"]));
    assert_eq!(told["findings"][0]["kind"], json!("out-of-bounds"));
    assert_eq!(told["findings"][0]["code"], json!("F0101"));
    assert_eq!(told["findings"][0]["severity"], json!("error"));
}

#[test]
fn the_first_infinity_is_named_when_it_is_asked_for() {
    let course = program(
        "__global__ void k(float* x) { x[threadIdx.x] = 1.0f / threadIdx.x; }\nint main() {\n    float* x;\n    cudaMalloc(&x, 128);\n    k<<<1, 32>>>(x);\n    cudaFree(x);\n}\n",
    );
    assert_eq!(course.run(&["run", "a.cu"]).err, "");
    let told = course.run(&["run", "a.cu", "--nonfinite"]);
    let line = "warning[F0503]: infinity is first made here, of 1.0 and 0.0";
    assert!(told.err.contains(line), "{}", told.err);
}

#[test]
fn what_is_never_freed_is_named_by_its_line() {
    let course = program(
        "int main() {\n    float *x, *y;\n    cudaMalloc(&x, 128);\n    cudaFree(x);\n    for (int i = 0; i < 3; ++i)\n        cudaMalloc(&y, 64);\n    cudaMallocManaged(&x, 4);\n}\n",
    );
    let told = course.run(&["run", "a.cu"]);
    assert_eq!(told.status, 0);
    assert_eq!(
        told.err,
        "never freed: `y` made on line 6, 3 times, 192 bytes; `x` made on line 7, 4 bytes\n"
    );
}

#[test]
fn pinned_memory_streams_and_events_that_stay_are_named() {
    let course = program(
        "int main() {\n    float *h;\n    cudaMallocHost(&h, 64);\n    cudaStream_t s, t;\n    cudaStreamCreate(&s);\n    cudaStreamCreate(&t);\n    cudaStreamDestroy(t);\n    cudaEvent_t e[2];\n    for (int i = 0; i < 2; ++i)\n        cudaEventCreate(&e[i]);\n}\n",
    );
    let told = course.run(&["run", "a.cu"]);
    assert_eq!(told.status, 0);
    assert_eq!(
        told.err,
        "never freed: pinned `h` made on line 3, 64 bytes\nnever destroyed: stream `s` made on line 5; event `e[0]` made on line 10; event `e[1]` made on line 10\n"
    );
    let json = said(&course.run(&["run", "a.cu", "--format", "json"]));
    assert_eq!(json["leaks"][0]["memory"], json!("pinned"));
    assert_eq!(json["never_destroyed"][2]["what"], json!("event"));
}

#[test]
fn what_is_left_and_a_launch_that_fails_are_strictly_wrong() {
    let strict = |text: &str| program(text).run(&["run", "a.cu", "--strict"]).status;
    let body = |call: &str| {
        format!(
            "__global__ void k(int* p) {{ p[0] = 1; }}\nint main() {{\n    int* p;\n    cudaMalloc(&p, 4);\n    {call}\n}}\n"
        )
    };
    assert_eq!(strict(&body("k<<<1, 1>>>(p); cudaFree(p);")), 0);
    assert_eq!(strict(&body("k<<<1, 1>>>(p);")), 1);
    assert_eq!(strict(&body("k<<<1, 2048>>>(p); cudaFree(p);")), 1);
    let stream = "cudaStream_t s; cudaStreamCreate(&s); cudaFree(p);";
    assert_eq!(strict(&body(stream)), 0);
}

#[test]
fn the_device_is_the_chosen_one() {
    let course = program(
        "#include <cstdio>\nint main() {\n    cudaDeviceProp p;\n    cudaGetDeviceProperties(&p, 0);\n    printf(\"%s %d.%d\\n\", p.name, p.major, p.minor);\n}\n",
    );
    let told = course.run(&["run", "a.cu", "--device", "t4"]);
    assert_eq!(
        (told.status, told.out.as_str()),
        (0, "Tesla T4 7.5\n"),
        "{told:?}"
    );
}

#[test]
fn other_orders_show_what_depends_on_the_order() {
    let text = |store: &str| {
        format!(
            "#include <cstdio>\n__global__ void k(int* a) {{ {store} }}\nint main() {{\n    int* a;\n    \
             cudaMallocManaged(&a, 4);\n    *a = 0;\n    k<<<8, 1>>>(a);\n    cudaDeviceSynchronize();\n    \
             printf(\"%d\\n\", *a);\n    cudaFree(a);\n}}\n"
        )
    };
    let told = program(&text("*a = blockIdx.x;")).run(&["run", "a.cu", "--schedules", "3"]);
    assert_eq!((told.status, told.out.as_str()), (1, "7\n"), "{told:?}");
    assert!(
        told.err.contains("line 1 of the output is `0`, not `7`") && told.err.contains("--seed 1"),
        "{}",
        told.err
    );
    let sound = program(&text("atomicAdd(a, 1);"));
    let told = sound.run(&["run", "a.cu", "--schedules", "3", "--format", "json"]);
    assert_eq!(told.status, 0, "{told:?}");
    let schedules = &said(&told)["schedules"];
    assert_eq!(*schedules, json!({"runs": 3, "differs": null}));
    // What a missing barrier hides while warps keep pace.
    let turned = program(
        "#include <cstdio>\n__global__ void k(int* a) {\n    __shared__ int s[64];\n    int t = threadIdx.x;\n    s[t] = a[t];\n    a[t] = s[63 - t];\n}\nint main() {\n    int* a;\n    \
         cudaMallocManaged(&a, 256);\n    for (int i = 0; i < 64; ++i) a[i] = i;\n    k<<<1, 64>>>(a);\n    cudaDeviceSynchronize();\n    \
         printf(\"%d\\n\", a[0] + a[40]);\n    cudaFree(a);\n}\n",
    );
    let told = turned.run(&["run", "a.cu", "--schedules", "8"]);
    assert!(told.err.contains("line 1 of the output is"), "{}", told.err);
}

#[test]
fn a_kernel_is_watched_as_long_as_was_said_and_the_run_says_so() {
    let text = "#include <cstdio>
__global__ void spin(unsigned* a, int n) {
    unsigned x = threadIdx.x;
    for (int i = 0; i < n; i++) x = x * 1664525u + 1013904223u;
    a[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
int main() {
    unsigned *a, last;
    cudaMalloc(&a, 4096 * 128 * 4);
    spin<<<4096, 128>>>(a, 30);
    cudaMemcpy(&last, a + 4096 * 128 - 1, 4, cudaMemcpyDeviceToHost);
    unsigned x = 127;
    for (int i = 0; i < 30; i++) x = x * 1664525u + 1013904223u;
    printf(\"%d\\n\", last == x);
    cudaFree(a);
}
";
    let course = program(text);
    let told = course.run(&["run", "a.cu", "--watch", "1000000"]);
    assert_eq!((told.status, told.out.as_str()), (0, "1\n"), "{told:?}");
    assert!(
        told.err
            .contains(" of 4096 blocks of `spin`; `--watch all` watches every block"),
        "{}",
        told.err
    );
    for all in [&["run", "a.cu"][..], &["run", "a.cu", "--watch", "all"]] {
        let told = course.run(all);
        assert_eq!((told.out.as_str(), told.err.as_str()), ("1\n", ""));
    }
    let told = course.run(&["run", "a.cu", "--watch", "some"]);
    assert!(
        told.err
            .contains("a number of warp instructions or `all` is wanted"),
        "{}",
        told.err
    );
}

#[test]
fn a_finding_names_the_calls_that_led_to_it() {
    let course = program(
        "#include <vector>
int pick(const std::vector<int>& v, int i) { return v[i]; }
__device__ int get(const int* a, int i) { return a[i]; }
__global__ void k(int* a) { a[0] = get(a, 8); }
int main() {
    int* a;
    cudaMalloc(&a, 32);
    k<<<1, 1>>>(a);
    cudaFree(a);
    return pick(std::vector<int>(3), 3);
}
",
    );
    let told = course.run(&["run", "a.cu", "--format", "json"]);
    let said = said(&told);
    let ways: Vec<&Value> = said["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| &f["places"][0]["called"][0])
        .collect();
    assert_eq!(
        ways[0],
        &json!({"function": "k", "file": "a.cu", "line": 4, "column": 36})
    );
    assert_eq!(
        ways[1],
        &json!({"function": "main", "file": "a.cu", "line": 10, "column": 12})
    );
}

#[test]
fn a_file_without_a_name_and_folders_of_the_program() {
    let course = Course::new();
    let text = "#include <cstdio>\n#include <filesystem>\n#include <fstream>\n#include <iostream>\nint main() {\n\
        namespace fs = std::filesystem;\n\
        FILE *f = tmpfile();\n fputs(\"kept\", f);\n rewind(f);\n char text[8];\n fgets(text, 8, f);\n fclose(f);\n\
        fs::create_directories(\"made/deep\");\n\
        std::ofstream(\"made/deep/x.txt\") << \"12345\";\n\
        std::cout << text << fs::is_directory(\"made\") << fs::file_size(\"made/deep/x.txt\") << fs::remove(\"made/deep/x.txt\") << fs::exists(\"made/deep/x.txt\") << std::endl;\n}\n";
    written(&course, "a.cu", text);
    let told = course.run(&["run", "a.cu"]);
    assert_eq!(told.out, "kept1510\n", "{told:?}");
    let left: Vec<_> = std::fs::read_dir(course.path(".course/files/a.cu"))
        .unwrap()
        .collect();
    assert_eq!(
        left.len(),
        1,
        "the folder that it made, and no file: {left:?}"
    );
}
