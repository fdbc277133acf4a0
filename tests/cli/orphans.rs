//! Checkers end with whoever waits for them, however that one ends: kernels, a learner's Rust, the proofs of `verify`.
//! Processes are told by their parent in `/proc`; each test kills a parent and looks after its children.

use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::fixture::Course;

/// A kernel that no watch finds out and that runs far longer than a test: every round is other than the last, and long in one instruction.
const LONG: &str = "__global__ void fill_index(int* out, int n) {\n    double x = n;\n    for (int i = 0; x != -1.0; i++) x = jn(100000, 300.5 + i);\n    out[0] = x;\n}\n";

/// The processes that this one started, and theirs.
fn children(of: u32) -> Vec<u32> {
    let mut found = vec![of];
    let mut at = 0;
    while let Some(parent) = found.get(at).copied() {
        let entries = std::fs::read_dir("/proc").unwrap().flatten();
        let all = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        found.extend(all.filter(|pid| stat(*pid).is_some_and(|(_, of)| of == parent)));
        at += 1;
    }
    found.split_off(1)
}

/// The state and the parent of a process.
fn stat(pid: u32) -> Option<(char, u32)> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let rest = text.rsplit_once(") ")?.1;
    let mut words = rest.split(' ');
    Some((words.next()?.chars().next()?, words.next()?.parse().ok()?))
}

/// Whether it runs: one that ended and that nobody has asked about is over.
fn runs(pid: u32) -> bool {
    stat(pid).is_some_and(|(state, _)| !matches!(state, 'Z' | 'X'))
}

fn within(limit: Duration, what: &str, mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < limit, "{what}: not after {limit:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Waits for a child whose command line has this word; all children then.
fn checkers(parent: &Child, word: &str) -> Vec<u32> {
    let mut found = Vec::new();
    within(Duration::from_secs(180), word, || {
        found = children(parent.id());
        let line = |pid: &u32| std::fs::read_to_string(format!("/proc/{pid}/cmdline"));
        found
            .iter()
            .any(|pid| line(pid).is_ok_and(|line| line.contains(word)))
    });
    // Past its first look round.
    std::thread::sleep(Duration::from_millis(400));
    children(parent.id())
}

/// Ends a parent so, and holds that nothing of it is left soon after.
fn ended_by(mut parent: Child, signal: &str, word: &str) -> Option<i32> {
    let left = checkers(&parent, word);
    assert!(
        !left.is_empty() && left.iter().any(|pid| runs(*pid)),
        "{signal}: none was at work"
    );
    let pid = parent.id().to_string();
    assert!(
        Command::new("kill")
            .args([signal, &pid])
            .status()
            .unwrap()
            .success()
    );
    let status = parent.wait().unwrap().code();
    within(Duration::from_secs(2), signal, || {
        !left.iter().any(|pid| runs(*pid))
    });
    status
}

#[test]
fn a_kernels_checkers_end_with_check_and_with_watch() {
    for (command, signal, status) in [
        ("check", "-KILL", None),
        ("check", "-TERM", Some(130)),
        ("check", "-HUP", Some(130)),
        ("watch", "-KILL", None),
        ("watch", "-HUP", Some(0)),
    ] {
        let course = Course::new();
        course.kernel(LONG.as_bytes());
        let parent = course.spawn(&[command, "vector-add"]);
        let ended = ended_by(parent, signal, "judge-kernel");
        assert_eq!(ended, status, "{command} {signal}");
        let recorded = usize::from(signal != "-KILL");
        assert_eq!(course.attempts(), recorded, "{command} {signal}");
    }
}

#[test]
fn the_file_is_enough_where_the_system_says_nothing() {
    let real = env!("CARGO_BIN_EXE_course");
    // A shell between them lives on, so the system has no death to tell of.
    let course = Course::judged_by(&format!("sleep 600 & \"{real}\" \"$@\" & wait"));
    course.kernel(LONG.as_bytes());
    let mut parent = course.spawn(&["check", "vector-add", "fill"]);
    let left = checkers(&parent, "judge-kernel");
    assert!(left.len() >= 3, "{left:?}");
    parent.kill().unwrap();
    parent.wait().unwrap();
    let course_of = |pid: &u32| {
        let line = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        line.starts_with(real)
    };
    within(Duration::from_secs(2), "the checker", || {
        !left.iter().any(|pid| course_of(pid) && runs(*pid))
    });
    for pid in left.iter().filter(|pid| runs(**pid)) {
        // The stand-in judge is no checker of ours and has no watch; it goes now.
        let _ = Command::new("kill")
            .args(["-KILL", &pid.to_string()])
            .status();
    }
}

#[test]
fn a_checker_that_everyone_forgot_ends_itself() {
    let dir = tempfile::tempdir().unwrap();
    let kernel = dir.path().join("vector-add.cu");
    std::fs::write(&kernel, LONG).unwrap();
    let began = Instant::now();
    let ended = Command::new(env!("CARGO_BIN_EXE_course"))
        .args(["judge-kernel", "vector-add", "--part", "fill"])
        .env("COURSE_KERNEL", &kernel)
        .env("COURSE_LIMIT_S", "1")
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(124), "{ended:?}");
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_learners_rust_ends_with_check() {
    let course = Course::new();
    let solution = Path::new(env!("CARGO_MANIFEST_DIR")).join("labs/napkin/solution.rs");
    let text = lab::markers::solution(&std::fs::read_to_string(solution).unwrap());
    let at = text.find("pub fn cache_per_token(").unwrap();
    let open = at + text[at..].find('{').unwrap() + 1;
    // It reads its standard input too, which is nobody's, and starts a process of its own.
    let endless = "\n    let mut line = String::new();\n    let _ = std::io::stdin().read_line(&mut line);\n    \
        let _child = std::process::Command::new(\"sleep\").arg(\"600\").spawn();\n    \
        loop { std::hint::spin_loop() }\n";
    let path = course.path("labs/napkin/exercise.rs");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(
        &path,
        format!("{}{endless}{}", &text[..open], &text[open..]),
    )
    .unwrap();
    let parent = course.spawn(&["check", "napkin", "bytes/cache"]);
    assert_eq!(ended_by(parent, "-KILL", "sleep\x00600"), None);
}
