//! What comes in by an import, and what an older version let in: held to limits, whole or nothing, and read without a panic.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::fixture::Course;
use crate::storing::begun;

#[test]
fn an_import_is_held_to_limits_and_never_a_panic() {
    let course = begun();
    let before = course.run(&["progress", "export"]).out;
    let long = "x".repeat(2 << 20);
    let at = "2026-11-26T10:00:00Z";
    let attempt = |member: &str, value: &str| {
        let mut row = serde_json::json!({"lab": "vector-add", "source_hash": "ab", "started": at, "outcome": "pass",
            "checks": [{"part": "fill", "check": "compiles", "status": "pass"}]});
        match member.strip_prefix("checks.") {
            Some(member) => row["checks"][0][member] = "@".into(),
            None => row[member] = "@".into(),
        }
        format!("\"attempts\":[{}]", row.to_string().replace("\"@\"", value))
    };
    let event = |detail: &str| {
        format!(
            "\"events\":[{{\"at\":\"{at}\",\"lab\":\"vector-add\",\"kind\":\"hint\",\"detail\":\"{detail}\"}}]"
        )
    };
    let log = |members: &str| format!("\"log\":[{{\"at\":\"{at}\",{members}}}]");
    let rows = [
        event("fill/18446744073709551615"),
        event("fill/0"),
        event("fill"),
        attempt("ms", "-1"),
        attempt("ms", "9223372036854775807"),
        attempt("source_hash", "\"../../etc\""),
        attempt("lab", "\"a\\u001b[2J\""),
        attempt("started", "\"-009999-01-02T01:00:00Z\""),
        attempt("started", "\"9999-12-30T22:00:00Z\""),
        attempt("started", "\"yesterday\""),
        attempt("checks.line", "4294967296"),
        attempt("checks.message", &format!("\"{long}\"")),
        attempt("checks.value", "1e999"),
        format!("\"kernels\":{{\"{}\":\"int x;\"}}", "0".repeat(64)),
        format!("\"marks\":[{{\"item\":\"\",\"on\":true,\"source\":\"manual\",\"at\":\"{at}\"}}]"),
        log("\"date\":\"-009999-01-01\",\"progress\":\"x\""),
        log("\"date\":\"soon\",\"progress\":\"x\""),
        log(&format!("\"date\":\"2026-11-26\",\"progress\":\"{long}\"")),
        format!(
            "\"reviews\":[{{\"at\":\"{at}\",\"item\":\"q\",\"grade\":5,\"due\":\"2026-12-01\"}}]"
        ),
        format!(
            "\"reviews\":[{{\"at\":\"{at}\",\"item\":\"q\",\"grade\":3,\"due\":\"9999-12-31\"}}]"
        ),
    ];
    for row in rows {
        let file = course.path("in.json");
        std::fs::write(
            &file,
            format!("{{\"format\":\"course-progress\",\"version\":1,{row}}}"),
        )
        .unwrap();
        let told = course.run(&["progress", "import", "in.json"]);
        let short: String = row.chars().take(200).collect();
        assert_eq!(told.status, 2, "{short}: {told:?}");
        assert!(
            told.err.len() < 1000 && !told.err.contains('\x1b'),
            "{short}: {}",
            told.err
        );
    }
    let strip = |text: &str| {
        text.lines()
            .filter(|line| !line.contains("\"exported\""))
            .collect::<String>()
    };
    assert_eq!(
        strip(&course.run(&["progress", "export"]).out),
        strip(&before),
        "nothing came in"
    );
    // What goes out comes in again.
    let other = Course::new();
    std::fs::write(other.path("in.json"), before).unwrap();
    assert_eq!(other.run(&["progress", "import", "in.json"]).status, 0);
    assert_eq!(other.attempts(), 1);
}

#[test]
fn whatever_is_stored_is_read_without_a_panic() {
    let course = begun();
    // Past every limit: as an older version may have imported it.
    let rows = [
        r#"{"event":{"at":"2026-11-26T10:00:00Z","lab":"vector-add","kind":"hint","detail":"fill/18446744073709551615"}}"#,
        r#"{"event":{"at":"é","lab":"vector-add","kind":"reset","detail":"é"}}"#,
        r#"{"attempt":{"lab":"vector-add","source_hash":"é","started":"9999-12-30T22:00:00.999999Z","ms":-9223372036854775808,"outcome":"pass","checks":[{"part":"fill","check":"compiles","status":"pass","value":1e308,"line":4294967295}]}}"#,
        r#"{"attempt":{"lab":"vector-add","source_hash":"","started":"-009999-01-02T01:00:00Z","ms":9223372036854775807,"outcome":"crashed","checks":[]}}"#,
        r#"{"mark":{"item":"","on":true,"source":"manual","at":""}}"#,
        r#"{"log":{"at":"é","date":"é","module":"\u001b[2J","progress":"\u001b]0;title\u0007é","insight":"x\ry"}}"#,
        r#"{"review":{"at":"-009999-01-02T01:00:00Z","item":"q","grade":-9223372036854775808,"due":"9999-12-31"}}"#,
        r#"{"review":{"at":"9999-12-30T22:00:00Z","item":"q","grade":9223372036854775807,"due":"-009999-01-01"}}"#,
    ];
    let mut journal = std::fs::OpenOptions::new()
        .append(true)
        .open(course.path("progress.db.jsonl"))
        .unwrap();
    for row in rows {
        writeln!(journal, "{row}").unwrap();
    }
    drop(journal);
    let read = |args: &[&str]| {
        let told = course.run(args);
        assert!((0..=3).contains(&told.status), "{args:?}: {told:?}");
        assert!(!told.err.contains("panicked"), "{args:?}: {}", told.err);
        // An export is what it is, and goes into a file or a program here.
        let shown = if args.contains(&"export") {
            &told.err
        } else {
            &format!("{}{}", told.out, told.err)
        };
        assert!(!shown.contains('\x1b'), "{args:?}");
        told
    };
    for args in [
        &["status"][..],
        &["list"],
        &["next"],
        &["log"],
        &["log", "export"],
        &["history", "vector-add"],
        &["hint", "vector-add"],
        &["hint", "vector-add", "--all"],
        &["progress", "export"],
        &["doctor"],
        &["check", "vector-add", "fill/compiles"],
        &["history", "vector-add@1"],
        &["build"],
        &["report"],
    ] {
        read(args);
    }
    assert!(course.run(&["hint", "vector-add"]).out.starts_with("hint "));
    // A site without faults is written, with the log, as far as that is one that others may read.
    course.lists_no_lab("url: https://example.org/\npublish_log: true\n");
    let told = read(&["build"]);
    assert_eq!(told.status, 0, "{told:?}");
    let log = std::fs::read_to_string(course.path("site/log/index.html")).unwrap();
    assert!(log.contains("began"), "{log}");
}

#[test]
fn an_import_killed_at_any_moment_is_whole_or_nothing() {
    let rows: Vec<String> = (0..10_000)
        .map(|n| format!(r#"{{"date":"2026-11-26","at":"2026-11-26T10:00:00Z","progress":"entry {n} of many that take their time"}}"#))
        .collect();
    let text = format!(
        "{{\"format\":\"course-progress\",\"version\":1,\"log\":[{}]}}",
        rows.join(",")
    );
    let mut seen = [0, 0];
    let mut took = Duration::from_millis(400);
    for round in 0..9_u32 {
        let course = begun();
        std::fs::write(course.path("in.json"), &text).unwrap();
        let began = Instant::now();
        let mut child = course.spawn(&["progress", "import", "in.json"]);
        if round == 0 {
            child.wait().unwrap();
            took = began.elapsed();
        } else {
            std::thread::sleep(took * round / 9);
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let log = course.json(&["log"]);
        let count = log["entries"].as_array().unwrap().len();
        assert!(count == 1 || count == 10_001, "round {round}: {count}");
        seen[usize::from(count > 1)] += 1;
        assert!(course.files(".pending-").is_empty());
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

#[test]
fn forty_thousand_entries_are_no_burden() {
    let course = begun();
    let rows: Vec<String> = (0..40_000)
        .map(|n| {
            format!(r#"{{"date":"2026-11-26","at":"2026-11-26T10:00:00Z","progress":"entry {n}"}}"#)
        })
        .collect();
    let text = format!(
        "{{\"format\":\"course-progress\",\"version\":1,\"log\":[{}]}}",
        rows.join(",")
    );
    std::fs::write(course.path("in.json"), text).unwrap();
    assert_eq!(course.run(&["progress", "import", "in.json"]).status, 0);
    let timed = |args: &[&str]| {
        let began = Instant::now();
        (course.run(args), began.elapsed())
    };
    let (_, export) = timed(&["progress", "export"]);
    let (told, add) = timed(&["log", "add", "--progress", "one more"]);
    assert_eq!(told.out, "log entry 40002 is kept\n");
    // It was quadratic, 13 s; an export looks at every row once.
    let most = export * 5 + Duration::from_secs(1);
    assert!(add < most, "{add:?}, and an export {export:?}");
}

/// A browser gives its rows the names of tests/standing/names.json (tests/standing/run.mjs), so that what goes to and fro is there once.
#[test]
fn a_row_without_a_name_gets_the_one_that_a_browser_gives_it() {
    let table = include_str!("../standing/names.json");
    let table: Vec<serde_json::Value> = serde_json::from_str(table).unwrap();
    let course = Course::new();
    let of = |kind: &str| -> Vec<&serde_json::Value> {
        let mine = table.iter().filter(|one| one["kind"] == kind);
        mine.map(|one| &one["row"]).collect()
    };
    let rows = serde_json::json!({
        "format": "course-progress", "version": 1, "log": of("log"), "reviews": of("review"),
    });
    std::fs::write(course.path("in.json"), rows.to_string()).unwrap();
    assert_eq!(course.run(&["progress", "import", "in.json"]).status, 0);
    let again = course.run(&["progress", "import", "in.json"]);
    assert!(again.out.starts_with("0 rows added"), "{}", again.out);
    let kept: serde_json::Value =
        serde_json::from_str(&course.run(&["progress", "export"]).out).unwrap();
    for one in &table {
        let place = if one["kind"] == "log" {
            "log"
        } else {
            "reviews"
        };
        let rows = kept[place].as_array().unwrap();
        let found = rows.iter().find(|row| row["id"] == one["id"]);
        let found = found.unwrap_or_else(|| panic!("{} is not in {rows:?}", one["id"]));
        assert_eq!(found["at"], one["at"]);
        assert_eq!(found["entry"], one["entry"]);
    }
}
