//! The table that says what counts as done: `tests/standing/cases.json`, made up for the course beside it.
//!
//! Here it is held to what the store comes to; `tests/standing/run.mjs` holds it to what pages make of the outline that is kept here.

use std::path::Path;

use lab::{Budget, Folder, Kind, Language, PartSpec, loads};
use serde_json::{Map, Value, json};

use super::*;
use crate::labs::toy::{self, measured, part_of};
use crate::site::{Builder, standing_rows};
use crate::standing::State;
use crate::standing::timed::timed;

fn four() -> Budget {
    loads().sectors().on("round").no_more_than(4.0)
}

fn adding() -> Vec<PartSpec> {
    vec![
        part_of(
            "v0",
            &[("compiles", Kind::Compiles), ("right", Kind::Correct)],
        ),
        part_of(
            "v1",
            &[
                ("right", Kind::Correct),
                ("bounds", Kind::InBounds),
                ("fast", measured()),
            ],
        ),
    ]
}

fn turning() -> Vec<PartSpec> {
    vec![
        part_of(
            "v0",
            &[("right", Kind::Correct), ("loads", Kind::Budget(four()))],
        ),
        part_of("v1", &[("fast", measured())]),
    ]
}

fn folder(id: &'static str, text: &'static str, parts: fn() -> Vec<PartSpec>) -> Folder {
    Folder {
        id,
        language: Language::Cuda,
        text: Some(text),
        reference: None,
        wrong: &[],
        parts,
    }
}

fn table() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/standing"))
}

/// The course of the table in a folder of its own, with its labs.
fn course() -> (tempfile::TempDir, Config) {
    let root = tempfile::tempdir().unwrap();
    let from = table().join("course");
    for entry in walkdir::WalkDir::new(&from) {
        let entry = entry.unwrap();
        let to = root.path().join(entry.path().strip_prefix(&from).unwrap());
        match entry.file_type().is_dir() {
            true => std::fs::create_dir_all(to).unwrap(),
            false => drop(std::fs::copy(entry.path(), to).unwrap()),
        }
    }
    let labs = [
        folder("adding", "---\ntitle: Adding\nminutes: 40\n---\n", adding),
        folder(
            "turning",
            "---\ntitle: Turning\nminutes: 50\nrequires: [adding]\n---\n",
            turning,
        ),
    ];
    let config = Config {
        labs: toy::labs(&labs),
        ..Config::at(root.path())
    };
    (root, config)
}

fn made(config: &Config) -> MemorySite {
    Builder::new(config.clone(), false)
        .build()
        .unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn time(minute: usize) -> String {
    format!("2026-01-01T10:{minute:02}:00.000000Z")
}

/// What a case did, as an export holds it.
fn export(case: &Value) -> String {
    let list = |key: &str| case[key].as_array().cloned().unwrap_or_default();
    let mark = |(at, mark): (usize, &Value)| json!({ "item": mark[0], "on": mark[1], "source": "manual", "at": time(at) });
    let check = |(name, said): (&String, &Value)| {
        let (part, check) = name.split_once('/').unwrap();
        let (status, value) = match said {
            Value::Array(both) => (both[0].clone(), both[1].clone()),
            status => (status.clone(), Value::Null),
        };
        json!({ "part": part, "check": check, "status": status, "value": value })
    };
    let attempt = |(at, attempt): (usize, &Value)| {
        let checks: Vec<Value> = attempt["checks"]
            .as_object()
            .unwrap()
            .iter()
            .map(check)
            .collect();
        json!({ "lab": attempt["lab"], "source_hash": "0".repeat(64), "started": time(at), "device": attempt["device"].as_str().unwrap_or_default(), "outcome": "fail", "checks": checks })
    };
    json!({
        "format": "course-progress",
        "version": 1,
        "marks": list("marks").iter().enumerate().map(mark).collect::<Vec<_>>(),
        "attempts": list("attempts").iter().enumerate().map(attempt).collect::<Vec<_>>(),
    })
    .to_string()
}

/// What a GPU measured, a sentence a series.
fn measured_of(config: &Config, store: &Store) -> Vec<String> {
    let attempts = store.all_attempts().unwrap();
    let labs = config.labs.all().iter();
    let all = labs.flat_map(|lab| {
        let told = timed(lab, &attempts).into_iter();
        told.map(|one| {
            let values: Vec<String> = one.values.iter().map(f64::to_string).collect();
            let (best, last) = (one.best(), one.last());
            let (check, device) = (&one.check, &one.device);
            let values = values.join(", ");
            format!(
                "{} {check} on {device}: {values} {}; best {best}, last {last}",
                lab.id, one.unit
            )
        })
    });
    all.collect()
}

fn short(rows: &Value) -> Value {
    let rows = rows.as_object().unwrap().iter();
    let one = |(key, row): (&String, &Value)| {
        let status = row["status"].as_str().unwrap();
        let told = format!("{}/{} {status}", row["done"], row["total"]);
        (key.clone(), Value::from(told))
    };
    Value::Object(rows.map(one).collect::<Map<_, _>>())
}

#[test]
fn pages_count_from_the_outline_that_is_kept_for_them() {
    let (_root, config) = course();
    let made = made(&config);
    let outline: Value = serde_json::from_slice(made.files["outline.json"].as_ref()).unwrap();
    let kept = table().join("outline.json");
    if std::env::var_os("BLESS").is_some() {
        let text = serde_json::to_string_pretty(&outline).unwrap();
        std::fs::write(&kept, text + "\n").unwrap();
    }
    let text = std::fs::read_to_string(&kept).unwrap_or_default();
    let known: Value = serde_json::from_str(&text).unwrap_or_default();
    assert_eq!(outline, known, "`BLESS=1 cargo test` writes it anew");
    let empty = short(&made.no_progress()["rows"]);
    assert_eq!(empty, cases()[0]["rows"], "a page of nobody");
}

fn cases() -> Vec<Value> {
    let text = std::fs::read_to_string(table().join("cases.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_store_counts_as_the_table_says() {
    for case in cases() {
        let name = case["name"].as_str().unwrap();
        let (root, config) = course();
        let made = made(&config);
        for (path, text) in case["files"].as_object().into_iter().flatten() {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text.as_str().unwrap()).unwrap();
        }
        let store = Store::open(&config.progress_db()).unwrap();
        store.import(&export(&case)).unwrap();
        let standing = standing(&made.course, &config, &store).unwrap();
        assert_eq!(short(&standing_rows(&standing)), case["rows"], "{name}");
        let next = standing.next.as_ref().map(|next| next.id.as_str());
        assert_eq!(json!(next), case["next"], "{name}");
        let steps = standing.steps.iter();
        let done = steps.filter(|(_, state)| **state == State::Done);
        let done: Vec<&String> = done.map(|(id, _)| id).collect();
        assert_eq!(json!(done), case["done"], "{name}");
        let told: Vec<String> = measured_of(&config, &store);
        assert_eq!(
            json!(told),
            *case.get("timed").unwrap_or(&json!([])),
            "{name}"
        );
        // What pages are given to count is what was done.
        let kept = kept(&made, root.path(), &store).unwrap();
        if !case["met"].is_null() {
            assert_eq!(kept["files"], case["met"], "{name}");
        }
        let count = |rows: &Value| rows.as_array().map_or(0, Vec::len);
        assert_eq!(count(&kept["attempts"]), count(&case["attempts"]), "{name}");
        assert_eq!(count(&kept["marks"]), count(&case["marks"]), "{name}");
    }
}
