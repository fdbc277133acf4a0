//! The server without a socket: pages, refusals, ticks, the log, and what open pages hear of a broken course.
//! Each test has a small course of its own in a temporary folder.

use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use course::config::Config;
use course::serve::{Change, Names, Server, app};
use course::store::Store;
use serde_json::{Value, json};
use tokio_stream::StreamExt;
use tower::ServiceExt;

#[path = "site_serve/labs.rs"]
mod labs;
#[path = "site_serve/learner.rs"]
mod learner;
#[path = "site_serve/play.rs"]
mod play;

struct Fixture {
    root: tempfile::TempDir,
    server: Arc<Server>,
    app: Router,
}

fn fixture() -> Fixture {
    let root = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/site");
    for entry in walkdir::WalkDir::new(&from) {
        let entry = entry.unwrap();
        let target = root.path().join(entry.path().strip_prefix(&from).unwrap());
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(target).unwrap();
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
    let server = Server::new(Config::at(root.path()), Names::of("127.0.0.1"));
    let app = app(server.clone());
    Fixture { root, server, app }
}

impl Fixture {
    async fn ask(&self, request: Request<Body>) -> (StatusCode, String) {
        let response = self.app.clone().oneshot(request).await.unwrap();
        let status = response.status();
        // What a published page says of itself, and what only a server can say.
        let policy = format!("{}; frame-ancestors 'none'", course::site::policy::POLICY);
        assert_eq!(response.headers()["content-security-policy"], policy);
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
        let bytes = axum::body::to_bytes(response.into_body(), usize::MAX)
            .await
            .unwrap();
        (status, String::from_utf8(bytes.to_vec()).unwrap())
    }

    async fn get(&self, path: &str) -> (StatusCode, String) {
        self.ask(request("GET", path).body(Body::empty()).unwrap())
            .await
    }

    /// The ids of the items that a file decides.
    fn items_of_files(&self) -> Vec<String> {
        let course = course::course::load(self.root.path()).course;
        let items = course.items();
        let by_file = items
            .iter()
            .filter(|located| matches!(located.item.rule, course::course::Rule::Artifact { .. }));
        by_file.map(|located| located.item.id.clone()).collect()
    }

    async fn get_json(&self, path: &str) -> Value {
        serde_json::from_str(&self.get(path).await.1).unwrap()
    }

    async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        let request = request("POST", path)
            .header("content-type", "application/json")
            .header("origin", "http://127.0.0.1:4680")
            .body(Body::from(body.to_string()))
            .unwrap();
        let (status, text) = self.ask(request).await;
        (status, serde_json::from_str(&text).unwrap())
    }

    fn write(&self, path: &str, change: impl Fn(String) -> String) {
        let path = self.root.path().join(path);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, change(text)).unwrap();
    }
}

fn request(method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder()
        .method(method)
        .uri(path)
        .header("host", "127.0.0.1:4680")
}

const LESSON: &str = "content/first/basics/lesson-01-blocks.md";

#[tokio::test]
async fn pages_come_from_memory_and_nothing_else_is_served() {
    let f = fixture();
    let (status, html) = f.get("/first/basics/lesson-01-blocks/").await;
    assert_eq!(status, StatusCode::OK);
    assert!(html.contains("data-live") && html.contains("static/live.js"));
    assert_eq!(
        f.get("/first/basics/lesson-01-blocks").await.0,
        StatusCode::PERMANENT_REDIRECT
    );
    assert_eq!(f.get("/static/style.css").await.0, StatusCode::OK);
    assert_eq!(f.get("/first/basics/dot.svg").await.0, StatusCode::OK);
    for path in [
        "/nope/",
        "/content/course.yaml",
        "/../content/course.yaml",
        "/%2e%2e/content/course.yaml",
        "/progress.db",
    ] {
        let (status, html) = f.get(path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert!(html.contains("There is no page here"), "{path}");
    }
    assert_eq!(f.get("/api/nope").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn foreign_names_and_pages_are_refused() {
    let f = fixture();
    let foreign = Request::builder()
        .uri("/")
        .header("host", "evil.example")
        .body(Body::empty())
        .unwrap();
    assert_eq!(f.ask(foreign).await.0, StatusCode::FORBIDDEN);
    let nameless = Request::builder().uri("/").body(Body::empty()).unwrap();
    assert_eq!(f.ask(nameless).await.0, StatusCode::FORBIDDEN);
    for origin in ["http://evil.example", "null", "http://127.0.0.1:9999"] {
        let request = request("POST", "/api/marks")
            .header("origin", origin)
            .header("content-type", "application/json")
            .body(Body::from(r#"{"item":"mod.basics/c1a","on":true}"#))
            .unwrap();
        assert_eq!(f.ask(request).await.0, StatusCode::FORBIDDEN, "{origin}");
    }
    let form = request("POST", "/api/marks")
        .body(Body::from(r#"{"item":"mod.basics/c1a","on":true}"#))
        .unwrap();
    assert_eq!(f.ask(form).await.0, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(f.get_json("/api/standing").await["on"], json!([]));
}

#[tokio::test]
async fn a_file_of_the_learner_decides_what_is_asked_of_it() {
    let f = fixture();
    let item = f.items_of_files().remove(0);
    let tick = json!({ "item": item, "on": true });
    let (status, told) = f.post("/api/marks", tick.clone()).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert!(
        told.to_string().contains("`notes/a.md` is not there"),
        "{told}"
    );
    std::fs::create_dir_all(f.root.path().join("notes")).unwrap();
    let notes = f.root.path().join("notes/a.md");
    std::fs::write(&notes, "## What I read\n\n- one\n- two\n").unwrap();
    let (_, told) = f.post("/api/marks", tick).await;
    assert!(
        told.to_string().contains("2 bullets, 3 to 5 are asked for"),
        "{told}"
    );
    assert_eq!(f.get_json("/api/standing").await["on"], json!([]));
    std::fs::write(&notes, "## What I read\n\n- one\n- two\n- three\n").unwrap();
    assert_eq!(f.get_json("/api/standing").await["on"], json!([item]));
}

#[tokio::test]
async fn a_tick_is_kept_and_counted() {
    let f = fixture();
    let (status, _) = f
        .post(
            "/api/marks",
            json!({ "item": "mod.basics/c1a", "on": true }),
        )
        .await;
    assert_eq!(status, StatusCode::OK);
    let standing = f.get_json("/api/standing").await;
    assert_eq!(standing["on"], json!(["mod.basics/c1a"]));
    assert_eq!(standing["rows"]["module:mod.basics"]["done"], 1);
    assert_eq!(
        standing["rows"]["module:mod.basics"]["status"],
        "in-progress"
    );
    let store = Store::open(&f.root.path().join("progress.db")).unwrap();
    assert!(store.marks().unwrap()["mod.basics/c1a"].on);
    // The dashboard is right without a script.
    let (_, html) = f.get("/dashboard/").await;
    assert!(
        html.contains(r#"data-status="in-progress">in progress"#),
        "{html}"
    );

    let (status, answer) = f
        .post(
            "/api/marks",
            json!({ "item": "mod.basics/none", "on": true }),
        )
        .await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(
        answer["error"]
            .as_str()
            .unwrap()
            .contains("mod.basics/none")
    );
    let (status, _) = f
        .post("/api/marks", json!({ "item": "mod.basics/c1", "on": true }))
        .await;
    assert_eq!(
        status,
        StatusCode::CONFLICT,
        "a parent is done when its children are"
    );
    let (status, _) = f.post("/api/marks", json!({ "item": 3 })).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn what_a_learner_typed_is_kept_and_escaped() {
    let f = fixture();
    let typed = "<img src=x onerror=alert(1)>";
    let entry = json!({ "date": "2026-11-21", "module": "1.1 Basics", "insight": typed });
    assert_eq!(f.post("/api/log", entry).await.0, StatusCode::OK);
    let log = f.get_json("/api/log").await;
    assert_eq!(log["entries"][0]["insight"], typed);
    let (_, html) = f.get("/log/").await;
    assert!(
        html.contains("&lt;img src=x") && !html.contains("<img src=x"),
        "{html}"
    );
    assert_eq!(
        f.post("/api/log", json!({ "date": "yesterday", "insight": "x" }))
            .await
            .0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    assert_eq!(
        f.post("/api/log", json!({ "module": "1.1" })).await.0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    assert_eq!(
        f.post("/api/log", json!({ "insight": "x".repeat(10_001) }))
            .await
            .0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
}

#[tokio::test]
async fn a_broken_course_keeps_its_pages_and_says_what_is_wrong() {
    let f = fixture();
    let response = f
        .app
        .clone()
        .oneshot(
            request("GET", "/api/events?page=first/basics/lesson-01-blocks/")
                .body(Body::empty())
                .unwrap(),
        )
        .await
        .unwrap();
    let mut events = response.into_body().into_data_stream();
    let mut hear = async || {
        let bytes = tokio::time::timeout(std::time::Duration::from_secs(5), events.next()).await;
        String::from_utf8(bytes.unwrap().unwrap().unwrap().to_vec()).unwrap()
    };
    let hello = hear().await;
    assert!(
        hello.contains("event: hello") && !hello.contains(r#""severity":"error""#),
        "{hello}"
    );

    f.write(LESSON, |text| format!("{text}\n[gone](gone.md)\n"));
    assert!(matches!(f.server.rebuild(), Change::Broken(_)));
    let problems = hear().await;
    assert!(
        problems.contains("event: problems") && problems.contains("gone.md"),
        "{problems}"
    );
    assert!(problems.contains("lesson-01-blocks.md:"), "{problems}");
    assert_eq!(
        f.get("/first/basics/lesson-01-blocks/").await.0,
        StatusCode::OK
    );

    f.write(LESSON, |text| text.replace("[gone](gone.md)", "Mended."));
    f.server.rebuild();
    let reload = hear().await;
    assert!(reload.contains("event: reload"), "{reload}");
    assert!(
        reload.contains(r#""pages":["first/basics/lesson-01-blocks/","first/basics/print/"]"#),
        "{reload}"
    );
    assert!(
        f.get("/first/basics/lesson-01-blocks/")
            .await
            .1
            .contains("Mended.")
    );
}

#[tokio::test]
async fn a_course_that_never_was_sound_is_served_as_its_problems() {
    let f = fixture();
    f.write(LESSON, |text| format!("{text}\n[gone](gone.md)\n"));
    let server = Server::new(Config::at(f.root.path()), Names::of("127.0.0.1"));
    let f = Fixture {
        app: app(server.clone()),
        server,
        root: f.root,
    };
    let (status, html) = f.get("/first/basics/").await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(
        html.contains("gone.md") && html.contains("static/live.js"),
        "{html}"
    );
    assert_eq!(
        f.get("/first/basics/../../static/style.css").await.0,
        StatusCode::OK
    );
    assert_eq!(
        f.get("/api/standing").await.0,
        StatusCode::SERVICE_UNAVAILABLE
    );
}

#[tokio::test]
async fn a_store_taken_away_is_made_again() {
    let f = fixture();
    f.post(
        "/api/marks",
        json!({ "item": "mod.basics/c1a", "on": true }),
    )
    .await;
    for name in [
        "progress.db",
        "progress.db-wal",
        "progress.db-shm",
        "progress.db.jsonl",
    ] {
        let _ = std::fs::remove_file(f.root.path().join(name));
    }
    let (status, _) = f
        .post(
            "/api/marks",
            json!({ "item": "mod.basics/c1b", "on": true }),
        )
        .await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(
        f.get_json("/api/standing").await["on"],
        json!(["mod.basics/c1b"])
    );
}

#[cfg(unix)]
#[test]
fn a_save_behind_a_link_is_seen() {
    let Fixture { root, server, .. } = fixture();
    let notes = root.path().join("notes");
    let lesson = root.path().join("content/first/basics/lesson-01-blocks.md");
    std::fs::create_dir(&notes).unwrap();
    std::fs::rename(&lesson, notes.join("blocks.md")).unwrap();
    std::os::unix::fs::symlink("../../../notes/blocks.md", &lesson).unwrap();
    let text = std::fs::read_to_string(&lesson).unwrap();
    let (tell, told) = std::sync::mpsc::channel();
    course::serve::watch_files(&server, move |change| drop(tell.send(change.clone())));
    // The watcher may look for the first time after a save: then the next one is news.
    for n in 0..40 {
        let words = "Text and more ".repeat(n + 1);
        std::fs::write(notes.join("blocks.md"), text.replacen("Text ", &words, 1)).unwrap();
        match told.recv_timeout(std::time::Duration::from_secs(3)) {
            Ok(Change::Built { pages, .. }) => {
                assert!(
                    pages.contains(&"first/basics/lesson-01-blocks/".to_owned()),
                    "{pages:?}"
                );
                return;
            }
            // Half a save, or nothing yet.
            Ok(Change::Broken(_)) | Err(_) => {}
        }
    }
    panic!("nobody saw it");
}

#[cfg(unix)]
#[tokio::test]
async fn what_lies_outside_of_the_course_is_not_served() {
    let fixture = fixture();
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("p.png"), "secret").unwrap();
    let module = fixture.root.path().join("content/first/basics");
    std::os::unix::fs::symlink(outside.path().join("p.png"), module.join("p.png")).unwrap();
    let lesson = module.join("lesson-01-blocks.md");
    let text = std::fs::read_to_string(&lesson).unwrap();
    std::fs::write(&lesson, format!("{text}\n![p](p.png)\n")).unwrap();
    let Change::Broken(problems) = fixture.server.rebuild() else {
        panic!("it is published")
    };
    assert_eq!(
        problems[0].message,
        "`p.png` leads out of the course by a link"
    );
    let (status, body) = fixture.get("/first/basics/p.png").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(!body.contains("secret"));
}
