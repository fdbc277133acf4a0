//! `course watch`: a save is judged, an identical one is not, and `q` or Ctrl-C ends it.
//! The output is read line by line with a limit, so that a hang fails rather than waits.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use crate::fixture::Course;

/// A running `course watch`.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn of(course: &Course) -> Watching {
        let mut command = course.command(&["watch", "vector-add"]);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (say, lines) = mpsc::channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if say.send(line).is_err() {
                    return;
                }
            }
        });
        Watching { child, lines }
    }

    /// Waits for a line that contains `text`.
    fn until(&self, text: &str) {
        let limit = Instant::now() + Duration::from_secs(30);
        loop {
            let left = limit.saturating_duration_since(Instant::now());
            let line = self
                .lines
                .recv_timeout(left)
                .unwrap_or_else(|_| panic!("no `{text}`"));
            if line.contains(text) {
                return;
            }
        }
    }

    fn ended(&mut self) -> Option<i32> {
        let limit = Instant::now() + Duration::from_secs(10);
        while Instant::now() < limit {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        None
    }
}

#[test]
fn a_save_is_judged_and_the_same_text_is_not() {
    let course = Course::new();
    course.kernel(b"int first;\n");
    let mut watching = Watching::of(&course);
    watching.until("attempt vector-add@1");
    course.kernel(b"int second;\n");
    watching.until("attempt vector-add@2");
    course.kernel(b"int second;\n");
    // Editors that replace the file are heard too.
    let fresh = course.path("labs/vector-add/.vector-add.cu.swp");
    std::fs::write(&fresh, "int third;\n").unwrap();
    std::fs::rename(&fresh, course.path("labs/vector-add/vector-add.cu")).unwrap();
    watching.until("attempt vector-add@3");
    let mut stdin = watching.child.stdin.take().unwrap();
    stdin.write_all(b"q\n").unwrap();
    assert_eq!(watching.ended(), Some(0));
    assert_eq!(course.attempts(), 3);
}

#[cfg(unix)]
#[test]
fn control_c_ends_it() {
    let course = Course::new();
    let mut watching = Watching::of(&course);
    watching.until("attempt vector-add@1");
    let pid = watching.child.id().to_string();
    let killed = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status()
        .unwrap();
    assert!(killed.success());
    assert_eq!(watching.ended(), Some(0));
}
