//! A store of the version before labs were found by folder: what was passed then is passed now, attempt by attempt.
//!
//! `fixtures/stores/before-labs-by-folder.db` was written by that version: the starter of `vector-add` was judged, then its
//! solution.

use serde_json::json;

use crate::fixture::Course;

#[test]
fn attempts_made_before_show_as_before() {
    let course = Course::new();
    let store = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/stores/before-labs-by-folder.db");
    std::fs::copy(store, course.db()).unwrap();
    let list = course.json(&["list"]);
    let labs = list["labs"].as_array().unwrap();
    let lab = labs.iter().find(|lab| lab["id"] == "vector-add").unwrap();
    let counts =
        |row: &serde_json::Value| json!([row["id"], row["state"], row["done"], row["total"]]);
    let parts: Vec<_> = lab["parts"]
        .as_array()
        .unwrap()
        .iter()
        .map(counts)
        .collect();
    assert_eq!(
        json!([counts(lab), parts, lab["attempts"], lab["last"]]),
        json!([
            ["vector-add", "done", 23, 23],
            [
                ["fill", "done", 5, 5],
                ["vadd", "done", 10, 10],
                ["stride", "done", 8, 8]
            ],
            2,
            "pass"
        ])
    );
    let history = course.json(&["history", "vector-add"]);
    let outcomes: Vec<_> = history["history"]
        .as_array()
        .unwrap()
        .iter()
        .map(|moment| moment["attempt"]["outcome"].clone())
        .collect();
    assert_eq!(json!(outcomes), json!(["fail", "pass"]));
}
