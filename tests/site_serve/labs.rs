//! A lab's page under a server: the learner's file read and written by versions, and what is shown of a text.

use axum::body::Body;
use axum::http::StatusCode;
use course::config::Config;
use course::labs::Labs;
use course::serve::{Names, Server, app};
use serde_json::{Value, json};

use super::{Fixture, fixture, request};

const FILE: &str = "/api/labs/vector-add/file";

/// The small course with this project's labs.
fn with_labs() -> Fixture {
    let mut f = fixture();
    let config = Config {
        labs: Labs::of(shelf::ALL, f.root.path()),
        ..Config::at(f.root.path())
    };
    f.server = Server::new(config, Names::of("127.0.0.1"));
    f.app = app(f.server.clone());
    f
}

impl Fixture {
    async fn put(&self, text: &str, follows: Option<&str>) -> (StatusCode, Value) {
        let mut request = request("PUT", FILE).header("content-type", "application/json");
        if let Some(version) = follows {
            request = request.header("if-match", version);
        }
        let body = Body::from(json!({ "text": text }).to_string());
        let (status, told) = self.ask(request.body(body).unwrap()).await;
        (status, serde_json::from_str(&told).unwrap())
    }
}

#[tokio::test]
async fn the_file_on_disk_is_written_by_who_knows_its_version() {
    let f = with_labs();
    let path = f.root.path().join("labs/vector-add/vector-add.cu");
    let first = f.get_json(FILE).await;
    assert!(first["text"].as_str().unwrap().contains("__global__"));
    assert!(!path.exists(), "reading writes nothing");
    let absent = first["version"].as_str().unwrap();
    assert_eq!(
        f.put("// mine", None).await.0,
        StatusCode::PRECONDITION_REQUIRED
    );
    let (status, told) = f.put("// mine", Some(absent)).await;
    assert_eq!(status, StatusCode::OK, "{told}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "// mine");
    let version = told["version"].as_str().unwrap().to_owned();
    assert_eq!(f.get_json(FILE).await["version"], version);

    // Another editor writes meanwhile: neither text is lost.
    std::fs::write(&path, "// theirs").unwrap();
    let (status, told) = f.put("// mine, longer", Some(&version)).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert_eq!(told["text"], "// theirs");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "// theirs");
    let newer = told["version"].as_str().unwrap();
    assert_eq!(f.put("// both", Some(newer)).await.0, StatusCode::OK);
    // The same text again is no conflict, whoever wrote it.
    assert_eq!(f.put("// both", Some("absent")).await.0, StatusCode::OK);

    std::fs::write(&path, b"\xff\xfe").unwrap();
    let (status, told) = f.get(FILE).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(told.contains("is not UTF-8 text (byte 1)"), "{told}");
}

#[tokio::test]
async fn what_is_asked_of_no_lab_is_refused_by_name() {
    let f = with_labs();
    let (status, told) = f.get("/api/labs/vector-ad/file").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(told.contains("vector-ad"), "{told}");
    assert_eq!(
        f.get("/api/labs/vector-add/secret").await.0,
        StatusCode::NOT_FOUND
    );
    let (status, told) = f
        .post("/api/labs/vector-add/check", json!({ "select": "nope" }))
        .await;
    assert_eq!(status, StatusCode::NOT_FOUND, "{told}");
}

#[tokio::test]
async fn a_text_is_looked_at_as_the_page_s_module_does() {
    let f = with_labs();
    let text = "__global__ void k(float *a) { a[0] = b; }";
    let (status, told) = f
        .post("/api/look", json!({ "lab": "vector-add", "text": text }))
        .await;
    assert_eq!(status, StatusCode::OK);
    let own: Value = serde_json::from_str(&view::look("vector-add.cu", text)).unwrap();
    assert_eq!(told, own);
    assert_eq!(told["diagnostics"][0]["column"], 38, "{told}");
    let (_, solution) = f.get("/api/labs/vector-add/solution").await;
    let solution: String = serde_json::from_str(&solution).unwrap();
    assert!(solution.contains("vadd"), "{solution}");
}
