//! `course grade` where things go wrong: submissions that mean harm, judges that die, disks that are full, a run that is killed. Every
//! submission has one record or the run says what to do; none is lost, none is there twice.

use std::collections::BTreeSet;
use std::fs::File;
use std::time::Duration;

use crate::fixture::Course;
use crate::grade::{ended, hand_in, records, right, timeless};

fn class_of(course: &Course, learners: usize) {
    for number in 0..learners {
        hand_in(course, &format!("learner{number:02}"), &right(number));
    }
}

#[test]
fn what_cannot_be_judged_is_refused_with_a_sentence() {
    let course = Course::new();
    let at = |name: &str| course.path("class").join(name);
    hand_in(&course, "good", &right(1));
    std::fs::create_dir_all(at("empty")).unwrap();
    std::fs::create_dir_all(at("huge")).unwrap();
    File::create(at("huge/vector-add.cu"))
        .unwrap()
        .set_len(1 << 30)
        .unwrap();
    File::create(at("archive.zip"))
        .unwrap()
        .set_len(1 << 30)
        .unwrap();
    std::fs::create_dir_all(at("link")).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", at("link/vector-add.cu")).unwrap();
    std::os::unix::fs::symlink("/etc", at("out")).unwrap();
    hand_in(&course, "two\nlines", &right(2));
    hand_in(&course, "twice", &right(3));
    std::fs::write(at("twice.zip"), "").unwrap();
    hand_in(&course, "stranger", &right(4));
    hand_in(&course, "both/a", &right(5));
    hand_in(&course, "both/b", &right(6));
    std::fs::create_dir_all(at("bytes")).unwrap();
    std::fs::write(at("bytes/vector-add.cu"), b"\xff\xfe").unwrap();
    let ids = [
        "good",
        "empty",
        "huge",
        "archive",
        "link",
        "out",
        "\"two\nlines\"",
        "twice",
        "both",
        "bytes",
    ];
    let roster = format!("id\n{}\n", ids.join("\n"));
    std::fs::write(at("roster.csv"), roster).unwrap();
    let told = course.run(&["grade", "class"]);
    assert_eq!(told.status, 0, "{told:?}");
    let all = ended(&course.path("class.records"));
    assert_eq!(all.len(), 11, "{all:?}");
    assert_eq!(all["good"].0, "judged");
    for (learner, words) in [
        ("empty", "no lab's file is in it"),
        ("huge", "has 1073741824 bytes"),
        ("archive", "it has 1073741824 bytes"),
        ("link", "is a link"),
        ("out", "it is a link"),
        ("two\nlines", "its name has characters"),
        ("twice", "`twice` and `twice.zip`"),
        ("stranger", "not on the roster"),
        ("both", "`both/a/vector-add.cu` and `both/b/vector-add.cu`"),
        ("bytes", "is not UTF-8 text"),
    ] {
        let (what, why) = &all[learner];
        assert!(
            what == "refused" && why.contains(words),
            "{learner}: {what}, {why}"
        );
    }
    // What was repaired has its record, and what was refused before has none any more.
    std::fs::remove_file(at("link/vector-add.cu")).unwrap();
    hand_in(&course, "link", &right(7));
    std::fs::remove_file(at("twice.zip")).unwrap();
    let told = course.run(&["grade", "class"]);
    assert!(told.out.contains("2 of them new"), "{told:?}");
    let all = ended(&course.path("class.records"));
    assert_eq!(
        (all["link"].0.as_str(), all["twice"].0.as_str()),
        ("judged", "judged")
    );
}

#[test]
fn kernels_that_mean_harm_are_cut_and_the_others_judged() {
    let course = Course::new();
    let fill = |body: &str| {
        format!(
            "#include <cstdio>\n__global__ void fill_index(int* out, int n) {{ {body} }}\n{}",
            right(0).split_once("}\n").unwrap().1
        )
    };
    hand_in(&course, "loops", &fill("for (;;) { out[0] = out[0] + 1; }"));
    hand_in(
        &course,
        "floods",
        &fill("for (;;) { printf(\"a flood of text %d\\n\", n); }"),
    );
    // Few instructions that take long, so that the machine does not call it endless.
    let burn = "int n) { double x = n + 2;
        for (int i = 0; i < 1000; i++) x = 300.5 + jn(250, x);
        if (x == 0.5) return;";
    let burns = right(0).replace("int n) {", burn);
    hand_in(&course, "burns", &burns);
    hand_in(&course, "good", &right(1));
    let told = course.run(&["grade", "class", "--seconds", "1"]);
    assert_eq!(told.status, 0, "{told:?}");
    let all = ended(&course.path("class.records"));
    assert_eq!(all["good"].0, "judged");
    assert_eq!(
        all["loops"].0, "judged",
        "the machine itself ends it: {all:?}"
    );
    assert_eq!(all["burns"].0, "limit");
    assert!(
        all["burns"].1.contains("more than 1 s of processor time"),
        "{all:?}"
    );
    for record in records(&course.path("class.records")) {
        let size = record.to_string().len();
        assert!(
            size < 200_000,
            "{size} bytes of {}",
            record["learner"]["id"]
        );
        assert!(!record["checks"].as_array().unwrap().is_empty());
    }
}

#[test]
fn a_judge_that_dies_is_our_fault_and_no_pass() {
    for script in ["kill -SEGV $$", "exit 0", "exit 101", "exit 7"] {
        let course = Course::judged_by(script);
        hand_in(&course, "ada", &right(1));
        let told = course.run(&["grade", "class", "--seconds", "1"]);
        assert_eq!(told.status, 0, "{script}: {told:?}");
        let record = records(&course.path("class.records")).remove(0);
        assert_eq!(record["ended"], "crashed", "{script}: {record}");
        let checks = record["checks"].as_array().unwrap();
        assert!(
            checks.iter().all(|check| check["status"] != "pass"),
            "{script}: {record}"
        );
        assert!(!record["sentence"].as_str().unwrap().is_empty());
    }
}

#[test]
fn a_run_that_is_killed_at_any_moment_goes_on_and_makes_each_record_once() {
    let course = Course::new();
    class_of(&course, 24);
    assert_eq!(
        course.run(&["grade", "class", "--records", "calm"]).status,
        0
    );
    let (folder, mut delay, mut kills) = (course.path("killed"), 7_u64, 0);
    loop {
        let mut child = course.spawn(&["grade", "class", "--records", "killed", "--seconds", "30"]);
        // Moments that follow from nothing but this sequence.
        delay = (delay * 73 + 41) % 197;
        // Longer each time: a busy machine comes to its end, too.
        std::thread::sleep(Duration::from_millis(20 + 15 * kills + delay));
        let _ = child.kill();
        let status = child.wait().unwrap();
        if folder.is_dir() {
            // Each that is there is whole.
            records(&folder);
        }
        if status.success() {
            break;
        }
        kills += 1;
        assert!(kills < 200, "it never comes to its end");
    }
    assert!(kills > 0, "it was never killed");
    let last = course.json(&["grade", "class", "--records", "killed"]);
    assert_eq!(
        (&last["new"], &last["records"]),
        (&0.into(), &24.into()),
        "{last}"
    );
    assert_eq!(timeless(&folder), timeless(&course.path("calm")));
    let learners: BTreeSet<String> = records(&folder)
        .iter()
        .map(|r| r["learner"]["id"].to_string())
        .collect();
    assert_eq!(learners.len(), 24);
}

#[test]
fn two_runs_at_once_do_not_write_the_same_records() {
    let course = Course::new();
    hand_in(&course, "ada", &right(1));
    let folder = course.path("class.records");
    std::fs::create_dir_all(&folder).unwrap();
    let held = File::create(folder.join(".lock-1-of-1")).unwrap();
    held.lock().unwrap();
    let told = course.run(&["grade", "class"]);
    assert!(
        told.status == 3 && told.err.contains("another run is writing"),
        "{told:?}"
    );
    drop(held);
    assert_eq!(course.run(&["grade", "class"]).status, 0);
}

#[test]
fn a_disk_that_is_full_stops_the_run_and_costs_no_record() {
    let course = Course::new();
    class_of(&course, 3);
    std::fs::create_dir_all(course.path("class/a-refused")).unwrap();
    // No file may grow beyond 4 KiB: a refusal has room, a judgement has not.
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" grade class --jobs 1";
    let program = course.command(&[]);
    let mut shell = std::process::Command::new("/bin/sh");
    shell.args(["-c", script]).arg(program.get_program());
    shell
        .current_dir(course.path(""))
        .envs(program.get_envs().filter_map(|(k, v)| Some((k, v?))));
    shell.env_remove("CARGO");
    let output = shell.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(
        said.contains("cannot") && said.contains("start it again"),
        "{said}"
    );
    let there = records(&course.path("class.records"));
    assert_eq!(there.len(), 1, "{there:?}");
    assert_eq!(there[0]["ended"], "refused");
    let halves: Vec<_> = std::fs::read_dir(course.path("class.records"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains(".new-"))
        .collect();
    assert!(halves.is_empty(), "{halves:?}");
    let told = course.run(&["grade", "class"]);
    assert!(
        told.out.contains("3 judged, 1 refused; 3 of them new"),
        "{told:?}"
    );
}

#[test]
fn a_small_disk_in_memory_fills_and_is_gone_on_with() {
    let course = Course::new();
    class_of(&course, 12);
    let disk = course.path("disk");
    std::fs::create_dir_all(&disk).unwrap();
    let mount = |args: &[&str]| {
        std::process::Command::new("mount")
            .args(args)
            .arg(&disk)
            .output()
            .is_ok_and(|out| out.status.success())
    };
    if !mount(&["-t", "tmpfs", "-o", "size=64k", "tmpfs"]) {
        eprintln!("left out: a disk in memory needs root");
        return;
    }
    let full = course.run(&["grade", "class", "--records", "disk"]);
    let there = records(&disk).len();
    let larger = mount(&["-o", "remount,size=4m"]);
    let told = course.run(&["grade", "class", "--records", "disk"]);
    let all = ended(&disk);
    let unmounted = std::process::Command::new("umount")
        .arg(&disk)
        .status()
        .is_ok_and(|s| s.success());
    assert!(
        full.status == 3 && full.err.contains("cannot be written"),
        "{full:?}"
    );
    assert!(there > 0 && there < 12, "{there} records");
    assert!(larger && told.status == 0, "{told:?}");
    assert!(
        told.out
            .contains(&format!("12 judged; {} of them new", 12 - there)),
        "{told:?}"
    );
    assert_eq!(all.len(), 12);
    assert!(unmounted);
}
