//! How long a learner and a writer wait, end to end, through the binary.
//!
//! In: the shipped course, copied to a folder of its own. Out: a table of medians against the bars
//! that the project sets itself; status 1 when a bar is missed. Run it alone on a quiet machine:
//! `cargo bench --bench spine`. Times are wall times of whole processes, in milliseconds.

mod serving;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serving::Server;

const LABS: [&str; 5] = ["vector-add", "transpose", "gemm-tiled", "rope", "qvadd-i8"];
const ROUNDS: usize = 15;

/// A copy of the course in which the bench may write.
struct Course {
    root: PathBuf,
}

impl Course {
    fn copy() -> Course {
        let root = std::env::temp_dir().join(format!("course-bench-{}", std::process::id()));
        let from = Path::new(env!("CARGO_MANIFEST_DIR"));
        for folder in ["content", "templates", "static", "kernels", "labs"] {
            copy(&from.join(folder), &root.join(folder));
        }
        Course { root }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_course"));
        command.args(arguments).current_dir(&self.root);
        command.env("COURSE_ROOT", &self.root);
        command.env("COURSE_WORKSPACE", env!("CARGO_MANIFEST_DIR"));
        command.env("NO_COLOR", "1").stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs to the end and gives the time; a status other than 0 stops the bench with what was said.
    fn time(&self, arguments: &[&str]) -> Duration {
        let start = Instant::now();
        let output = self.command(arguments).output().expect("the binary starts");
        let took = start.elapsed();
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            let complained = String::from_utf8_lossy(&output.stderr).into_owned();
            panic!(
                "course {arguments:?} ended with {}:\n{said}{complained}",
                output.status
            );
        }
        took
    }
}

impl Drop for Course {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from).into_iter().flatten() {
        let inside = entry
            .path()
            .strip_prefix(from)
            .expect("below the folder walked");
        let target = to.join(inside);
        if entry.file_type().is_dir() {
            fs::create_dir_all(&target).expect("the temporary folder can be written");
        } else {
            fs::copy(entry.path(), &target).expect("the temporary folder can be written");
        }
    }
}

/// One line of the table.
struct Row {
    what: String,
    times: Vec<Duration>,
    bar: f64,
}

impl Row {
    fn median(&self) -> f64 {
        let mut sorted = self.times.clone();
        sorted.sort();
        sorted[sorted.len() / 2].as_secs_f64() * 1e3
    }

    fn met(&self) -> bool {
        self.median() <= self.bar
    }

    fn print(&self) {
        let least = self
            .times
            .iter()
            .min()
            .map_or(0.0, |t| t.as_secs_f64() * 1e3);
        let verdict = if self.met() { "met" } else { "MISSED" };
        println!(
            "{}\t{:.1}\t{least:.1}\t{:.0}\t{verdict}",
            self.what,
            self.median(),
            self.bar
        );
    }
}

/// A save of the reference solution, each time with another comment, and the whole of `course check`.
fn verdicts(course: &Course) -> Vec<Row> {
    let mut rows = Vec::new();
    for lab in LABS {
        let marked =
            fs::read_to_string(course.root.join(format!("kernels/{lab}.cu"))).expect("a solution");
        let solution = lab::markers::solution(&marked);
        let kernel = course.root.join(format!("labs/{lab}/{lab}.cu"));
        fs::write(&kernel, &solution).expect("the copy can be written");
        course.time(&["check", lab]);
        let times = (0..ROUNDS).map(|round| {
            fs::write(&kernel, format!("{solution}\n// save {round}\n"))
                .expect("the copy can be written");
            course.time(&["check", lab])
        });
        rows.push(Row {
            what: format!("save to verdict, {lab}"),
            times: times.collect(),
            bar: 40.0,
        });
    }
    rows.push(after_an_edit(course));
    rows
}

/// The same of a lab in Rust, which is compiled anew after each save.
fn after_an_edit(course: &Course) -> Row {
    let marked =
        fs::read_to_string(course.root.join("labs/napkin/solution.rs")).expect("a solution");
    let solution = lab::markers::solution(&marked);
    let exercise = course.root.join("labs/napkin/exercise.rs");
    fs::write(&exercise, &solution).expect("the copy can be written");
    course.time(&["check", "napkin"]);
    let times = (0..ROUNDS).map(|round| {
        let edited = format!("{solution}\n// save {round} of {}\n", std::process::id());
        fs::write(&exercise, edited).expect("the copy can be written");
        course.time(&["check", "napkin"])
    });
    Row {
        what: "save to verdict, napkin (Rust)".into(),
        times: times.collect(),
        bar: 1500.0,
    }
}

/// What `check` adds to the judge's own process: the same part judged both ways, turn about.
fn runner(course: &Course) -> Row {
    let kernel = course.root.join("labs/vector-add/vector-add.cu");
    let times = (0..ROUNDS).map(|_| {
        let whole = course.time(&["check", "vector-add", "fill"]);
        let start = Instant::now();
        let mut alone = Command::new(env!("CARGO_BIN_EXE_course"));
        alone
            .args(["judge-kernel", "vector-add", "--part", "fill"])
            .env("COURSE_KERNEL", &kernel)
            .stdout(Stdio::null());
        assert!(alone.status().expect("the checker starts").success());
        whole.saturating_sub(start.elapsed())
    });
    Row {
        what: "of which the runner, one part".into(),
        times: times.collect(),
        bar: 15.0,
    }
}

fn questions(course: &Course) -> Vec<Row> {
    let asked: [&[&str]; 3] = [&["list"], &["hint", "rope"], &["status"]];
    let row = |arguments: &&[&str]| Row {
        what: format!("course {}", arguments.join(" ")),
        times: (0..ROUNDS).map(|_| course.time(arguments)).collect(),
        bar: 50.0,
    };
    asked.iter().map(row).collect()
}

/// A small program with `main`, from its source to its end, watched: compiling included.
const PROGRAM: &str = r#"#include <cstdio>
__global__ void add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
int main() {
    const int n = 1024;
    float *a, *b, *c;
    cudaMallocManaged(&a, n * sizeof(float));
    cudaMallocManaged(&b, n * sizeof(float));
    cudaMallocManaged(&c, n * sizeof(float));
    for (int i = 0; i < n; i++) a[i] = i, b[i] = 2 * i;
    add<<<n / 256, 256>>>(a, b, c, n);
    cudaDeviceSynchronize();
    std::printf("%g\n", c[n - 1]);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}
"#;

fn program(course: &Course) -> Row {
    let file = course.root.join("sum.cu");
    fs::write(&file, PROGRAM).expect("the copy can be written");
    let file = file.to_string_lossy().into_owned();
    Row {
        what: "course run, source to result".into(),
        times: (0..ROUNDS).map(|_| course.time(&["run", &file])).collect(),
        bar: 15.0,
    }
}

fn build(course: &Course) -> Row {
    let times = (0..ROUNDS).map(|_| {
        let _ = fs::remove_dir_all(course.root.join("site"));
        let _ = fs::remove_dir_all(course.root.join(".course"));
        course.time(&["build"])
    });
    Row {
        what: "site from nothing".into(),
        times: times.collect(),
        bar: 300.0,
    }
}

/// A lesson saved with new text, and the page asked for until it holds the word in it: a paragraph, which its own page alone shows, and a
/// section, of which the search and other pages may tell, so that the whole course is linked.
fn saves(course: &Course) -> Vec<Row> {
    let server = Server::start(|arguments| course.command(arguments));
    let paragraph = |word: &str| format!("{word}\n");
    let section = |word: &str| format!("## About {word}\n\n{word}\n");
    // Each row has words of its own, which no page of the row before holds.
    let row = |what: &str, word: &str, added: &dyn Fn(&str) -> String| Row {
        what: what.into(),
        times: reloads(course, &server, word, added),
        bar: 150.0,
    };
    vec![
        row("save to new page served", "savedparagraph", &paragraph),
        row("the same with a new section", "savedsection", &section),
    ]
}

fn reloads(
    course: &Course,
    server: &Server,
    word: &str,
    added: &dyn Fn(&str) -> String,
) -> Vec<Duration> {
    let lesson = course
        .root
        .join("content/miniaturization/cuda-kernels/lesson-01-threads.md");
    let text = fs::read_to_string(&lesson).expect("the lesson of the copy");
    let page = std::env::var("COURSE_BENCH_PAGE").unwrap_or_else(|_| PAGE.into());
    assert!(
        server.get(&page).contains("The guard"),
        "{page} is not the lesson's page"
    );
    let mut saved = |round: usize| {
        let word = format!("{word}{round}");
        fs::write(&lesson, format!("{text}\n{}", added(&word))).expect("the copy can be written");
        let start = Instant::now();
        while !server.get(&page).contains(&word) {
            assert!(
                start.elapsed() < Duration::from_secs(10),
                "the page never showed {word}"
            );
            std::thread::sleep(Duration::from_millis(2));
        }
        let took = start.elapsed();
        std::thread::sleep(Duration::from_millis(150));
        took
    };
    let times = (0..ROUNDS).map(&mut saved).collect();
    fs::write(&lesson, text).expect("the copy can be written");
    times
}

const PAGE: &str = "/miniaturization/cuda-kernels/lesson-01-threads/";

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let course = Course::copy();
    let mut rows = verdicts(&course);
    rows.push(runner(&course));
    rows.extend(questions(&course));
    rows.push(program(&course));
    rows.push(build(&course));
    rows.extend(saves(&course));
    println!("what\tmedian [ms]\tleast [ms]\tbar [ms]\tverdict");
    rows.iter().for_each(Row::print);
    drop(course);
    std::process::exit(i32::from(!rows.iter().all(Row::met)));
}
