//! How the site grows: whole builds of generated courses, and a save under `serve`, through the binary.
//!
//! In: courses of 100, 1,000 and 10,000 lessons by `gen-course` (or of the sizes named), each in a folder of its own. Out:
//! times and peak memory against the bars; status 1 when one is missed. Alone on a quiet machine:
//! `cargo bench --bench site [-- N …]`. Peak memory is read from `/proc`, so it is left out elsewhere than on Linux.

#[path = "../examples/gen-course/corpus.rs"]
#[allow(dead_code)]
mod corpus;
mod serving;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serving::Server;

/// Saves under `serve`, of which the median counts.
const SAVES: usize = 15;

/// Where it is set, this program is `course` without labs: the one with this course's labs would look for their lessons in a generated course.
const AS_COURSE: &str = "COURSE_BENCH_AS_COURSE";

/// A generated course, removed when dropped.
struct Course {
    root: PathBuf,
    lessons: usize,
}

impl Course {
    fn generate(lessons: usize) -> Course {
        let root =
            std::env::temp_dir().join(format!("course-site-{}-{lessons}", std::process::id()));
        corpus::write(&root, lessons).expect("the temporary folder can be written");
        Course { root, lessons }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(std::env::current_exe().expect("this program has a path"));
        command
            .args(arguments)
            .env("COURSE_ROOT", &self.root)
            .env(AS_COURSE, "1")
            .env("NO_COLOR", "1");
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// Builds; the time, and the peak memory in MB where it can be read.
    fn build(&self) -> (Duration, f64) {
        let start = Instant::now();
        let mut child = self.command(&["build"]).spawn().expect("the binary starts");
        let mut peak = 0.0;
        loop {
            peak = peak_of(&child).max(peak);
            if let Some(status) = child.try_wait().expect("the build can be waited for") {
                assert!(status.success(), "the build ended with {status}");
                return (start.elapsed(), peak);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn lesson(&self, at: usize) -> PathBuf {
        self.root
            .join("content")
            .join(corpus::module_folder(at))
            .join(corpus::lesson_file(at))
    }
}

impl Drop for Course {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

fn peak_of(child: &Child) -> f64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| {
        line.trim()
            .trim_end_matches("kB")
            .trim()
            .parse::<f64>()
            .ok()
    })
    .unwrap_or(0.0)
        / 1000.0
}

/// One line of the table.
struct Row {
    what: String,
    value: f64,
    unit: &'static str,
    bar: Option<f64>,
}

impl Row {
    fn met(&self) -> bool {
        self.bar.is_none_or(|bar| self.value <= bar)
    }
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e3
}

/// What the project asks of a size: cold [ms], nothing changed [ms], peak [MB], save to seen [ms].
fn bars(lessons: usize) -> [Option<f64>; 4] {
    match lessons {
        1_000 => [Some(1_900.0), Some(300.0), None, Some(60.0)],
        10_000 => [Some(25_000.0), None, Some(500.0), None],
        _ => [None; 4],
    }
}

fn builds(course: &Course) -> Vec<Row> {
    let rounds = if course.lessons >= 10_000 { 1 } else { 3 };
    let [cold_bar, same_bar, peak_bar, _] = bars(course.lessons);
    let mut peak = 0.0f64;
    let cold = (0..rounds).map(|_| {
        let _ = fs::remove_dir_all(course.root.join("site"));
        let _ = fs::remove_dir_all(course.root.join(".course"));
        let (took, memory) = course.build();
        peak = peak.max(memory);
        took
    });
    let cold = median(cold.collect());
    let same = median((0..rounds).map(|_| course.build().0).collect());
    let one = (0..rounds).map(|round| {
        let path = course.lesson(course.lessons / 2);
        let text = fs::read_to_string(&path).expect("a generated lesson");
        fs::write(&path, format!("{text}\nround {round}\n")).expect("the course can be written");
        course.build().0
    });
    let one = median(one.collect());
    let row = |what: &str, value, unit, bar| Row {
        what: format!("{} lessons: {what}", course.lessons),
        value,
        unit,
        bar,
    };
    vec![
        row("cold", cold, "ms", cold_bar),
        row("peak memory", peak, "MB", peak_bar),
        row("nothing changed", same, "ms", same_bar),
        row("one lesson changed", one, "ms", None),
    ]
}

/// Lessons saved with a new word, each page asked for until it holds the word.
fn saves(course: &Course) -> Row {
    let server = Server::start(|arguments| course.command(arguments));
    let times = (0..SAVES).map(|round| {
        let at = round * 7 % course.lessons;
        let path = course.lesson(at);
        let text = fs::read_to_string(&path).expect("a generated lesson");
        let word = format!("savedround{round}");
        let address = Path::new(&corpus::lesson_file(at)).with_extension("");
        let page = format!("/{}/{}/", corpus::module_folder(at), address.display());
        fs::write(&path, format!("{text}\n{word}\n")).expect("the course can be written");
        let start = Instant::now();
        while !server.get(&page).contains(&word) {
            assert!(
                start.elapsed() < Duration::from_secs(20),
                "{page} never showed {word}"
            );
            std::thread::sleep(Duration::from_millis(1));
        }
        let took = start.elapsed();
        std::thread::sleep(Duration::from_millis(300));
        took
    });
    Row {
        what: format!("{} lessons: save to new page served", course.lessons),
        value: median(times.collect()),
        unit: "ms",
        bar: bars(course.lessons)[3],
    }
}

fn main() -> std::process::ExitCode {
    if std::env::var_os(AS_COURSE).is_some() {
        return course::main(&[]);
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--test") {
        return std::process::ExitCode::SUCCESS;
    }
    let mut sizes: Vec<usize> = arguments
        .iter()
        .filter_map(|argument| argument.parse().ok())
        .collect();
    if sizes.is_empty() {
        sizes = vec![100, 1_000, 10_000];
    }
    let mut met = true;
    println!("what\tvalue\tunit\tbar\tverdict");
    for lessons in sizes {
        let course = Course::generate(lessons);
        let mut rows = builds(&course);
        rows.push(saves(&course));
        for row in &rows {
            let bar = row.bar.map_or("–".to_owned(), |bar| format!("{bar:.0}"));
            let verdict = if row.met() { "met" } else { "MISSED" };
            println!(
                "{}\t{:.0}\t{}\t{bar}\t{verdict}",
                row.what, row.value, row.unit
            );
            met &= row.met();
        }
    }
    std::process::ExitCode::from(u8::from(!met))
}
