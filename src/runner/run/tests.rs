//! Runs without a process: a fake executor writes the reports that a checker would.
//! What a real process does to a run is in `process.rs` and in `tests/cli.rs`.

use std::io::Write;

use std::sync::LazyLock;

use super::*;
use crate::labs::toy;
use crate::runner::Why;

static LAB: LazyLock<Lab> = LazyLock::new(|| {
    toy::lab(|| {
        let correct = |id| (id, Kind::Correct);
        vec![
            toy::part_of("v0", &[correct("a"), correct("b"), correct("c")]),
            toy::part_of("v1", &[correct("a")]),
        ]
    })
});

/// Plays the judge; `play` gives, for the judge's arguments, the checks it finishes and how it ends.
struct Fake<F> {
    play: F,
}

type Played = (Vec<(&'static str, &'static str, &'static str)>, How);

impl<F: Fn(&str) -> Played + Sync> Executor for Fake<F> {
    fn run(&self, job: &Job, cancel: &Cancel, progress: &mut dyn FnMut() -> bool) -> Ended {
        let ended = |how, stdout| Ended {
            how,
            stdout,
            stderr: String::new(),
        };
        assert_eq!(job.args[..2], ["judge-kernel", "toy"]);
        if let Some(why) = cancel.said() {
            return ended(How::Cancelled(why), String::new());
        }
        let (finished, how) = (self.play)(&job.args[2..].join(" "));
        let value = |name: &str| {
            job.env
                .iter()
                .find(|(key, _)| key == name)
                .map(|(_, value)| value.clone())
                .unwrap()
        };
        assert_eq!(
            std::fs::read_to_string(value("COURSE_KERNEL")).unwrap(),
            "kernel"
        );
        let mut report = std::fs::File::create(value("COURSE_REPORT")).unwrap();
        for (part, check, status) in finished {
            let line = serde_json::json!({"nonce": value("COURSE_NONCE"), "event": "finish",
                "lab": "toy", "part": part, "check": check, "status": status, "device": "simulated"});
            writeln!(report, "{line}").unwrap();
        }
        progress();
        ended(how, String::new())
    }
}

fn run(cancel: &Cancel, play: impl Fn(&str) -> Played + Sync) -> (Judged, Vec<String>) {
    let dir = tempfile::tempdir().unwrap();
    let config = Config::at(dir.path());
    let fake = Fake { play };
    let selection = Selection::all(&LAB);
    let request = Request {
        config: &config,
        lab: &LAB,
        selection: &selection,
        source: "kernel",
        cancel,
        executor: &fake,
        // Whatever is in this computer, these runs have no GPU beside them.
        wishes: Wishes {
            on: On::Cpu,
            ..Wishes::default()
        },
    };
    let mut lines = Vec::new();
    let mut tell = |progress: Progress<'_>| match progress {
        Progress::Checked(result) => {
            lines.push(format!("{} {}", result.full_id(), result.status.slug()));
        }
        Progress::Building => lines.push("building".to_owned()),
    };
    let judged = judge(request, &mut tell).unwrap();
    assert_eq!(
        std::fs::read_dir(config.cache().join("runs"))
            .unwrap()
            .count(),
        0
    );
    (judged, lines)
}

#[test]
fn everything_passes_in_course_order() {
    let (judged, lines) = run(&Cancel::new(), |args| match args {
        "--part v0" => {
            let records = vec![
                ("v0", "a", "pass"),
                ("v0", "b", "not-measured"),
                ("v0", "c", "pass"),
            ];
            (records, How::Exited(0))
        }
        "--part v1" => (vec![("v1", "a", "pass")], How::Exited(0)),
        other => panic!("{other}"),
    });
    assert_eq!(judged.outcome, Status::Pass);
    assert_eq!(
        lines,
        ["v0/a pass", "v0/b not-measured", "v0/c pass", "v1/a pass"]
    );
    assert_eq!(judged.attempt(&LAB, "kernel").device, "simulated");
}

#[test]
fn a_crash_is_blamed_on_the_check_that_crashes_alone() {
    let (judged, lines) = run(&Cancel::new(), |args| match args {
        "--part v0" => (vec![("v0", "a", "pass")], How::Signal(11)),
        "--exact v0/a" => (vec![("v0", "a", "pass")], How::Exited(0)),
        "--exact v0/b" => (Vec::new(), How::Signal(11)),
        "--exact v0/c" => (vec![("v0", "c", "pass")], How::Exited(0)),
        _ => (vec![("v1", "a", "pass")], How::Exited(0)),
    });
    assert_eq!(judged.outcome, Status::Crashed);
    assert_eq!(
        lines,
        ["v0/a pass", "v0/b crashed", "v0/c pass", "v1/a pass"]
    );
}

#[test]
fn after_one_that_never_ends_the_rest_is_not_tried() {
    let (judged, lines) = run(&Cancel::new(), |args| match args {
        "--part v1" => (vec![("v1", "a", "pass")], How::Exited(0)),
        _ => (Vec::new(), How::TimedOut),
    });
    assert_eq!(judged.outcome, Status::TimedOut);
    assert_eq!(
        lines,
        [
            "v0/a timed-out",
            "v0/b skipped",
            "v0/c skipped",
            "v1/a pass"
        ]
    );
}

#[test]
fn exit_zero_without_records_is_no_pass() {
    let (judged, lines) = run(&Cancel::new(), |_| (Vec::new(), How::Exited(0)));
    assert_eq!(judged.outcome, Status::NoEvidence);
    assert!(
        lines.iter().all(|line| line.ends_with("no-evidence")),
        "{lines:?}"
    );
}

#[test]
fn a_cancelled_run_is_interrupted() {
    let cancel = Cancel::new();
    cancel.say(Why::Interrupted);
    let (judged, lines) = run(&cancel, |_| (Vec::new(), How::Exited(0)));
    assert_eq!(judged.outcome, Status::Interrupted);
    assert_eq!(lines.len(), 4, "{lines:?}");
}
