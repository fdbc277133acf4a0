//! What a page shows of the learner's own files and ticks, as the server sends it: with no script, and as news.

use axum::body::Body;
use axum::http::StatusCode;
use serde_json::json;
use tokio_stream::StreamExt;
use tower::ServiceExt;

use super::{fixture, request};

#[tokio::test]
async fn pages_carry_ticks_and_progress_without_a_script() {
    let f = fixture();
    let lesson = "/first/basics/lesson-01-blocks/";
    let before = f.get(lesson).await.1;
    assert!(
        !before.contains("--done:") || before.contains("--done:0.000"),
        "{before}"
    );
    let course = course::course::load(f.root.path()).course;
    let items = course.items();
    let manual = items
        .iter()
        .find(|located| {
            located.item.rule == course::course::Rule::Manual && located.item.children.is_empty()
        })
        .expect("something to tick");
    let (status, _) = f
        .post("/api/marks", json!({ "item": manual.item.id, "on": true }))
        .await;
    assert_eq!(status, StatusCode::OK);
    let after = f.get(lesson).await.1;
    assert!(
        after.contains("data-status=\"in-progress\" style=\"--done:0."),
        "{after}"
    );
    let home = &course.page(manual.item.page).url;
    let page = match manual.task {
        Some(task) => f.get(&format!("/{}", task.url)).await.1,
        None => f.get(&format!("/{home}")).await.1,
    };
    assert!(
        page.contains(&format!("data-item=\"{}\" checked", manual.item.id)),
        "{page}"
    );
}

#[tokio::test]
async fn a_paper_can_be_ticked_as_read() {
    let f = fixture();
    let course = course::course::load(f.root.path()).course;
    let paper = &course.catalog.papers[0].id;
    let all = course.catalog.papers.len();
    let (status, _) = f
        .post("/api/marks", json!({ "item": paper, "on": true }))
        .await;
    assert_eq!(status, StatusCode::OK);
    let standing = f.get_json("/api/standing").await;
    assert_eq!(standing["rows"]["papers"]["done"], 1);
    assert_eq!(standing["rows"]["papers"]["total"], all);
    assert!(standing["on"].as_array().unwrap().contains(&json!(paper)));
    let page = f.get("/papers/").await.1;
    assert!(
        page.contains(&format!("data-item=\"{paper}\" checked")),
        "{page}"
    );
}

#[tokio::test]
async fn a_saved_note_is_news() {
    let f = fixture();
    let course = course::course::load(f.root.path()).course;
    let items = course.items();
    let path = items.iter().find_map(|located| match &located.item.rule {
        course::course::Rule::Artifact { path, .. } => Some(f.root.path().join(path)),
        _ => None,
    });
    let path = path.expect("a criterion about a file");
    course::serve::watch_store(&f.server);
    let request = request("GET", "/api/events?page=").body(Body::empty());
    let answer = f.app.clone().oneshot(request.unwrap()).await.unwrap();
    let mut events = answer.into_body().into_data_stream();
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, "# Notes\n").unwrap();
    let heard = tokio::time::timeout(std::time::Duration::from_secs(10), async {
        let mut heard = String::new();
        while !heard.contains("event: standing") {
            let bytes = events.next().await.unwrap().unwrap();
            heard.push_str(std::str::from_utf8(&bytes).unwrap());
        }
    });
    assert!(heard.await.is_ok(), "the page was not told");
}

#[tokio::test]
async fn a_form_says_what_is_left_of_it() {
    let f = fixture();
    let list = f.get("/templates/").await.1;
    assert!(list.contains("not begun"), "{list}");
    let notes = f.root.path().join("notes");
    std::fs::create_dir_all(&notes).unwrap();
    std::fs::write(notes.join("a.md"), "# Mine\n\n[[why]] and [[how]]\n").unwrap();
    let list = f.get("/templates/").await.1;
    assert!(list.contains("2 left to fill in"), "{list}");
}

#[tokio::test]
async fn under_anothers_lock_pages_show_what_waits() {
    let f = fixture();
    let course = course::course::load(f.root.path()).course;
    let papers = &course.catalog.papers;
    assert_eq!(f.get("/").await.0, StatusCode::OK);
    let db = rusqlite::Connection::open(f.root.path().join("progress.db")).unwrap();
    db.execute_batch("BEGIN IMMEDIATE").unwrap();
    let tick = json!({ "item": papers[0].id, "on": true });
    // It is safe beside the store, so it is done.
    assert_eq!(f.post("/api/marks", tick).await.0, StatusCode::OK);
    assert_eq!(
        f.get_json("/api/standing").await["rows"]["papers"]["done"],
        1
    );
    assert_eq!(f.get("/").await.0, StatusCode::OK);
    db.execute_batch("ROLLBACK").unwrap();
    drop(db);
    // What is shown in the store's place is tried again after a second.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    assert_eq!(
        f.get_json("/api/standing").await["rows"]["papers"]["done"],
        1
    );
    let entries = std::fs::read_dir(f.root.path()).unwrap().flatten();
    let waiting = entries.filter(|entry| entry.file_name().to_string_lossy().contains(".pending-"));
    assert_eq!(waiting.count(), 0);
}
