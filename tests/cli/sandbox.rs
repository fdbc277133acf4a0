//! What a program of `course run` can touch, end to end: every way out that was ever found, tried from CUDA C++ through the binary.
//!
//! A course with what an attacker would want stands beside the program (a repository's hooks, cargo's configuration, the store); after each
//! run it must be as it was, byte for byte, outside of the program's own folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::fixture::{Course, Told};

/// Tries every path that it is given, in every way that a program has, and says what it was given.
const TRIES: &str = r#"
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
namespace fs = std::filesystem;

void did(const char *way, const char *path, bool done) {
    if (done) printf("%s %s\n", way, path);
}
void write(const char *path, const char *mode) {
    FILE *file = fopen(path, mode);
    if (file) fputs("[core]\nfsmonitor = evil\n", file), fclose(file);
    did(mode, path, file);
}
int main(int argc, char **argv) {
    FILE *own = fopen("own.txt", "w");
    fputs("mine", own);
    fclose(own);
    for (int i = 1; i < argc; ++i) {
        const char *path = argv[i];
        FILE *file = fopen(path, "r");
        char text[64] = {};
        if (file) fgets(text, sizeof text, file), fclose(file);
        did("r", path, file);
        if (file) printf("= %s\n", text);
        for (const char *mode : {"r+", "a", "a+", "w", "w+"}) write(path, mode);
        int number = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
        did("open", path, number >= 0);
        if (number >= 0) close(number);
        did("ofstream", path, std::ofstream(path, std::ios::app).is_open());
        did("freopen", path, freopen(path, "w", stderr));
        did("rename over", path, rename("own.txt", path) == 0);
        did("rename away", path, rename(path, "taken.txt") == 0);
        did("remove", path, remove(path) == 0);
        did("unlink", path, unlink(path) == 0);
        did("fs::remove", path, fs::remove(path));
        did("mkdir", path, mkdir(path, 0755) == 0);
        std::string below = std::string(path) + "/new";
        write(below.c_str(), "w");
        did("mkdir below", path, mkdir(below.c_str(), 0755) == 0);
        std::error_code error;
        did("create_directories", path, fs::create_directories(below, error));
        did("list", path, fs::directory_iterator(path, error) != fs::directory_iterator());
    }
}
"#;

/// A course whose root is a repository with a program, and a folder beside it that no program may know of.
struct Place {
    course: Course,
    outside: tempfile::TempDir,
}

impl Place {
    fn new(program: &str) -> Place {
        let place = Place {
            course: Course::new(),
            outside: tempfile::tempdir().unwrap(),
        };
        for (name, text) in [
            ("part/a.cu", program),
            ("part/data.txt", "data"),
            ("part/src/main.rs", "fn main() {}"),
            ("part/Cargo.toml", "[package]"),
            ("part/Makefile", "all:"),
            ("part/.env", "SECRET=1"),
            ("part/.git/config", "[real]"),
            ("part/.cargo/config.toml", "[build]"),
            ("part/progress.db", "store"),
            ("part/progress.db.jsonl", "journal"),
            (".git/config", "[real]"),
            (".cargo/config.toml", "[build]"),
            ("Cargo.toml", "[workspace]"),
            ("src/main.rs", "fn main() {}"),
            (".course/cache", "cache"),
            ("progress.db", "store"),
            ("progress.db-wal", "wal"),
            ("progress.db.jsonl", "journal"),
        ] {
            put(&place.course.path(name), text);
        }
        put(&place.outside.path().join("secret"), "secret");
        place
    }

    /// Runs the program with arguments; options first.
    fn run(&self, options: &[&str], arguments: &[String]) -> Told {
        let mut all = vec!["run", "part/a.cu"];
        all.extend(options);
        all.push("--");
        all.extend(arguments.iter().map(String::as_str));
        self.course.run(&all)
    }

    /// Every file of the course and beside it, but what lies in the program's own folder.
    fn all(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut all = BTreeMap::new();
        for root in [self.course.path(""), self.outside.path().to_owned()] {
            let own = root.join(".course/files");
            let walk = walkdir::WalkDir::new(root).into_iter();
            for entry in walk.filter_entry(|entry| entry.path() != own) {
                let path = entry.unwrap().into_path();
                let text = match path.symlink_metadata().unwrap() {
                    about if about.is_file() => std::fs::read(&path).unwrap(),
                    about if about.is_dir() => b"folder".to_vec(),
                    _ => std::fs::read_link(&path)
                        .unwrap()
                        .into_os_string()
                        .into_encoded_bytes(),
                };
                all.insert(path, text);
            }
        }
        all
    }

    fn own(&self, name: &str) -> PathBuf {
        self.course.path(".course/files/part/a.cu").join(name)
    }

    /// Tries these paths; nothing that is not the program's own has changed, and this is what it said that it could do.
    fn tried(&self, options: &[&str], paths: &[String]) -> String {
        let before = self.all();
        let told = self.run(options, paths);
        assert_eq!(told.status, 0, "{told:?}");
        assert_eq!(before, self.all(), "{told:?}");
        told.out
    }
}

fn put(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn owned(paths: &[&str]) -> Vec<String> {
    paths.iter().map(|path| (*path).to_owned()).collect()
}

#[test]
fn nothing_outside_of_the_sources_folder_is_reached() {
    let place = Place::new(TRIES);
    let mut paths = owned(&[
        "../Cargo.toml",
        "../src/main.rs",
        "../progress.db",
        "../progress.db-wal",
        "../progress.db.jsonl",
        "../.git/config",
        "../.cargo/config.toml",
        "../.course/cache",
        "../new",
        "..",
        "../../../../../../etc/passwd",
        "src/../../src/main.rs",
        "/etc/passwd",
        "/etc/hostname",
        "/proc/self/environ",
        "/proc/self/mem",
        "/dev/zero",
        "/dev/stdin",
        "/tmp/new-by-a-program",
        "",
    ]);
    for name in ["secret", "new"] {
        paths.push(place.outside.path().join(name).display().to_string());
    }
    for name in ["Cargo.toml", "progress.db", ".git/config"] {
        paths.push(place.course.path(name).display().to_string());
    }
    assert_eq!(place.tried(&[], &paths), "");
    assert!(!Path::new("/tmp/new-by-a-program").exists());
}

#[test]
fn names_that_are_no_programs_are_not_reached_in_any_folder() {
    let paths = owned(&[
        ".git/config",
        ".git/hooks/post-checkout",
        ".git",
        ".cargo/config.toml",
        ".env",
        ".course/x",
        ".new",
        "src/.new",
        "./src/../.git/config",
        "progress.db",
        "progress.db-journal",
        "progress.db-wal",
        "progress.db.jsonl",
        "PROGRESS.DB",
    ]);
    let place = Place::new(TRIES);
    assert_eq!(place.tried(&[], &paths), "");
    let whole = |name: &String| place.course.path("part").join(name).display().to_string();
    let whole: Vec<String> = paths.iter().map(whole).collect();
    assert_eq!(place.tried(&[], &whole), "");
    // Nor where the source's folder itself is given to it; what is left of the tries is its own file.
    let before = place.all();
    let told = place.run(&["--files", "part"], &paths);
    assert_eq!((told.status, told.out.as_str()), (0, ""), "{told:?}");
    let mut after = place.all();
    let own = after.remove(&place.course.path("part/own.txt"));
    assert_eq!((before, own), (after, Some(b"mine".to_vec())));
}

#[test]
fn the_sources_folder_is_changed_in_a_layer_of_its_own() {
    let place = Place::new(TRIES);
    let out = place.tried(&[], &owned(&["src/main.rs", "Cargo.toml", "a.cu"]));
    for way in [
        "r",
        "r+",
        "a",
        "w",
        "open",
        "ofstream",
        "rename over",
        "rename away",
    ] {
        assert!(
            out.contains(&format!("{way} src/main.rs\n")),
            "{way}: {out}"
        );
    }
    assert!(out.contains("= fn main() {}\n"), "{out}");
}

#[cfg(unix)]
#[test]
fn no_link_leads_out() {
    use std::os::unix::fs::symlink;
    let place = Place::new(TRIES);
    let links = ["dangling", "file", "folder", "up", "git", "store", "loop"];
    let link = |at: &Path| {
        let outside = |name: &str| place.outside.path().join(name);
        let to = [
            outside("new.txt"),
            outside("secret"),
            outside(""),
            PathBuf::from("../.."),
            place.course.path("part/.git/config"),
            place.course.path("progress.db"),
            PathBuf::from("loop"),
        ];
        for (name, to) in links.iter().zip(to) {
            symlink(to, at.join(name)).unwrap();
        }
    };
    // In the folder of its own, as an archive could bring them; then nothing can be done through them.
    std::fs::create_dir_all(place.own("")).unwrap();
    link(&place.own(""));
    let mut paths = owned(&links);
    paths.extend(["folder/secret", "folder/new", "up/Cargo.toml", "up/new"].map(str::to_owned));
    assert_eq!(place.tried(&[], &paths), "");
    // In the source's folder: what a program makes of such a name is a file of its own.
    std::fs::remove_dir_all(place.own("")).unwrap();
    link(&place.course.path("part"));
    let out = place.tried(&[], &paths);
    // It reads there what it wrote itself.
    let read: Vec<&str> = out.lines().filter(|line| line.starts_with('=')).collect();
    assert!(read.iter().all(|line| *line == "= [core]"), "{out}");
    assert!(
        out.contains("w dangling\n") && out.contains("w git\n"),
        "{out}"
    );
    // And where a folder of the way to its own is a link, it has none.
    std::fs::remove_dir_all(place.course.path(".course")).unwrap();
    symlink(place.outside.path(), place.course.path(".course")).unwrap();
    let before = place.all();
    let told = place.run(&[], &[]);
    assert_eq!(before, place.all(), "{told:?}");
    assert!(told.err.contains("`.course`: it is a link"), "{told:?}");
}

#[test]
fn the_end_of_a_run_says_what_was_written_and_where() {
    let text = "#include <cstdio>\n#include <sys/stat.h>\nint main() {\n  FILE *f = fopen(\"data.txt\", \"r+\");\n  fputs(\"DA\", f);\n  fclose(f);\n  \
        mkdir(\"made\", 0755);\n  f = fopen(\"made/x\", \"w\");\n  fputs(\"12345\", f);\n  fclose(f);\n  f = fopen(\"gone\", \"w\");\n  fclose(f);\n  remove(\"gone\");\n  return remove(\"Makefile\");\n}\n";
    let place = Place::new(text);
    let before = place.all();
    let told = place.run(&[], &[]);
    assert_eq!(
        (told.status, told.err.as_str()),
        (
            0,
            "written to `.course/files/part/a.cu`: `data.txt` (4 bytes), `made/x` (5 bytes)\nremoved for this run alone, and still there: `Makefile`\n"
        ),
        "{told:?}"
    );
    assert_eq!(before, place.all());
    assert_eq!(
        std::fs::read_to_string(place.own("data.txt")).unwrap(),
        "DAta"
    );
    let told = place.run(&["--format", "json", "--files", "out/deep"], &[]);
    let said: Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!(
        said["files"],
        json!({"folder": "out/deep", "written": [{"name": "data.txt", "bytes": 4}, {"name": "made/x", "bytes": 5}], "removed_for_the_run": ["Makefile"]})
    );
    assert_eq!(
        std::fs::read_to_string(place.course.path("out/deep/made/x")).unwrap(),
        "12345"
    );
    assert_eq!(
        std::fs::read_to_string(place.course.path("part/data.txt")).unwrap(),
        "data"
    );
}

#[test]
fn a_program_that_writes_nothing_leaves_nothing() {
    let text = "#include <cstdio>\nint main() { return fopen(\"data.txt\", \"r\") == nullptr; }\n";
    let place = Place::new(text);
    assert_eq!(place.run(&[], &[]).status, 0);
    assert!(!place.course.path(".course/files").exists());
}

#[test]
fn a_profiled_program_is_held_as_one_that_is_run() {
    let text = "#include <cstdio>\n__global__ void k() {}\nint main() {\n  fopen(\"../new\", \"w\");\n  FILE *f = fopen(\"x\", \"w\");\n  fclose(f);\n  k<<<1, 1>>>();\n}\n";
    let place = Place::new(text);
    let before = place.all();
    let told = place
        .course
        .run(&["profile", "part/a.cu", "--estimate-registers"]);
    assert_eq!(told.status, 0, "{told:?}");
    assert!(
        told.err
            .contains("written to `.course/files/part/a.cu`: `x`"),
        "{told:?}"
    );
    assert_eq!(before, place.all());
}

#[test]
fn a_folder_that_is_named_is_read() {
    let text = "#include <cstdio>\nint main(int argc, char **argv) {\n  FILE *f = fopen(argv[1], \"r\");\n  char t[32] = \"none\";\n  if (f) fgets(t, 32, f);\n  puts(t);\n  return fopen(argv[1], \"r+\") != nullptr;\n}\n";
    let place = Place::new(text);
    let secret = place.outside.path().join("secret").display().to_string();
    let outside = place.outside.path().display().to_string();
    let told = place.run(&[], std::slice::from_ref(&secret));
    assert_eq!(told.out, "none\n");
    assert!(
        told.err
            .contains("`--read DIR` lets it read another folder"),
        "{told:?}"
    );
    let told = place.run(&["--read", &outside], std::slice::from_ref(&secret));
    assert_eq!(
        (told.status, told.out.as_str()),
        (0, "secret\n"),
        "{told:?}"
    );
    let told = place.run(&["--read", "none"], &[]);
    assert_eq!(told.status, 2, "{told:?}");
}

/// The system's confinement is there while a program runs, in the thread that executes it and in those that run its blocks.
#[cfg(target_os = "linux")]
#[test]
fn a_programs_threads_are_confined_by_the_system() {
    let text = "#include <cstdio>\n__global__ void k(float *x) { x[blockIdx.x * 128 + threadIdx.x] += 1; }\n\
        int main() {\n  float *x;\n  cudaMalloc(&x, 4 << 20);\n  cudaMemset(x, 0, 4 << 20);\n  for (int i = 0; i < 8; ++i) k<<<8192, 128>>>(x);\n  cudaDeviceSynchronize();\n  puts(\"begun\");\n  fflush(stdout);\n  getchar();\n}\n";
    let place = Place::new(text);
    let doctor = place.course.json(&["doctor"]);
    let findings = doctor["findings"].as_array().unwrap();
    let sandbox = findings.iter().find(|f| f["what"] == "sandbox").unwrap();
    if !sandbox["text"].as_str().unwrap().contains("Landlock)") {
        eprintln!("left out, as this system confines nothing: {sandbox}");
        return;
    }
    let mut command = place
        .course
        .command(&["run", "part/a.cu", "--threads", "2"]);
    command
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut first = [0; 5];
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut first).unwrap();
    let threads = std::fs::read_dir(format!("/proc/{}/task", child.id())).unwrap();
    let status = |thread: std::io::Result<std::fs::DirEntry>| {
        std::fs::read_to_string(thread.unwrap().path().join("status")).unwrap()
    };
    let threads: Vec<String> = threads.map(status).collect();
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    for name in ["program", "blocks"] {
        let is_it = |text: &&String| text.starts_with(&format!("Name:\t{name}\n"));
        let mut named = threads.iter().filter(is_it).peekable();
        assert!(named.peek().is_some(), "no thread `{name}`: {threads:?}");
        assert!(
            named.all(|text| text.contains("NoNewPrivs:\t1")),
            "{threads:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn nothing_waits_for_a_pipe_or_reads_a_device() {
    use std::os::unix::fs::symlink;
    let place = Place::new(TRIES);
    let made = std::process::Command::new("mkfifo")
        .arg(place.course.path("part/pipe"))
        .status();
    assert!(made.unwrap().success());
    symlink("/dev/zero", place.course.path("part/zero.cu")).unwrap();
    let began = std::time::Instant::now();
    let told = place.run(&["--seconds", "30"], &owned(&["pipe"]));
    assert_eq!(told.status, 0, "{told:?}");
    assert!(!told.out.contains("r pipe"), "{told:?}");
    let run = |args: &[&str]| {
        place
            .course
            .run(&[&["run", "--seconds", "30"], args].concat())
    };
    for (told, words) in [
        (run(&["part/pipe"]), "`part/pipe` is no file"),
        (run(&["part/zero.cu"]), "`part/zero.cu` is no file"),
        (
            run(&["part/a.cu", "--entry", "main", "--args", "part/pipe"]),
            "`part/pipe` is no file",
        ),
    ] {
        assert_eq!(told.status, 2, "{told:?}");
        assert!(told.err.contains(words), "{told:?}");
    }
    // A lab's kernel is read as any other source.
    std::fs::create_dir_all(place.course.path("labs/vector-add")).unwrap();
    symlink(
        "/dev/zero",
        place.course.path("labs/vector-add/vector-add.cu"),
    )
    .unwrap();
    let told = place.course.run(&["check", "vector-add"]);
    assert_eq!(told.status, 1, "{told:?}");
    assert!(told.err.contains("vector-add.cu` is no file"), "{told:?}");
    assert!(began.elapsed().as_secs() < 25, "{:?}", began.elapsed());
}

#[cfg(target_os = "linux")]
#[test]
fn no_file_without_an_end_and_no_strangers_file_is_included() {
    for name in [
        "/proc/self/pagemap",
        "/dev/zero",
        "/etc/passwd",
        ".env",
        "../.git/config",
    ] {
        let place = Place::new(&format!("#include \"{name}\"\nint main() {{}}\n"));
        let told = place.run(&[], &[]);
        assert_eq!(told.status, 1, "{name}: {told:?}");
        assert!(told.err.contains("there is no file `"), "{name}: {told:?}");
        assert!(!told.err.contains("root:"), "{name}: {told:?}");
    }
}

#[test]
fn the_limit_of_time_holds_for_many_short_blocks_and_for_launches() {
    let endless = [
        "__global__ void k() {}\nint main() { for (;;) { k<<<2147483647, 1024>>>(); cudaDeviceSynchronize(); } }\n",
        "__global__ void k(int *x) { *x = 1; }\nint main() { int *x; cudaMalloc(&x, 4); for (int i = 0;; ++i) k<<<1 + i % 7, 32>>>(x); }\n",
    ];
    for text in endless {
        let place = Place::new(text);
        let began = std::time::Instant::now();
        let told = place.run(&["--seconds", "1"], &[]);
        assert_ne!(told.status, 0, "{told:?}");
        assert!(
            told.err.contains("still running after 1 seconds"),
            "{told:?}"
        );
        // It had something to say of where it was.
        assert!(told.err.contains("a.cu:"), "{told:?}");
        assert!(began.elapsed().as_secs() < 15, "{:?}", began.elapsed());
    }
}

#[test]
fn the_limit_of_time_holds_for_compiling() {
    let one = |i| format!("int f{i}(int x) {{ return x * {i} + 1; }}\n");
    let text: String = (0..5000).map(one).collect();
    let text = text + "int main() { return f1(2); }\n";
    let place = Place::new(&text);
    let began = std::time::Instant::now();
    let told = place.run(&["--seconds", "0"], &[]);
    assert_eq!(told.status, 124, "{told:?}");
    assert!(
        told.err.contains("still compiling after 0 seconds"),
        "{told:?}"
    );
    assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
}
