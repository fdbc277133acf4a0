//! The playground under a server: what can be started, a launch, a program; and what ends them.

use std::time::Duration;

use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};
use tokio_stream::StreamExt;
use tower::ServiceExt;

use super::{Fixture, fixture, request};

impl Fixture {
    async fn begin(&self, path: &str, body: Value) -> Response {
        let request = request("POST", path)
            .header("content-type", "application/json")
            .body(Body::from(body.to_string()))
            .unwrap();
        self.app.clone().oneshot(request).await.unwrap()
    }

    /// All lines of an answer.
    async fn lines(&self, path: &str, body: Value) -> Vec<Value> {
        let response = self.begin(path, body).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(response.headers()["content-type"], "application/x-ndjson");
        let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await;
        let text = String::from_utf8(bytes.unwrap().to_vec()).unwrap();
        let line = |line| serde_json::from_str(line).unwrap();
        text.lines().map(line).collect()
    }
}

const KERNEL: &str = "__global__ void fill(int* x, int n) { x[threadIdx.x] = n; }\n";
const MAIN: &str =
    "#include <cstdio>\nint main(int argc, char** argv) { puts(argv[1]); return 3; }\n";
const ENDLESS: &str = "#include <cstdio>\nint main() { puts(\"begun\"); fflush(stdout); volatile int x = 0; for (;;) x++; }\n";

#[tokio::test]
async fn a_launch_and_a_program_are_told_as_a_page_s_module_tells_them() {
    let f = fixture();
    let told = f.lines("/api/outline", json!({ "text": KERNEL })).await;
    let own: Value = serde_json::from_str(&view::outline(KERNEL)).unwrap();
    assert_eq!(told, [own]);

    let wanted = format!("k.cu\nfill<<<1, 8>>>(x[8], n = 7)\n0 0 0\n{KERNEL}");
    let told = f.lines("/api/play", json!({ "request": wanted })).await;
    let mut own: Vec<Value> = Vec::new();
    view::play(&wanted, &view::Means::default(), &mut |line| {
        own.push(serde_json::from_str(line).unwrap());
    });
    assert_eq!(told, own);
    assert!(told.iter().any(|line| line["buffer"]["values"][7] == "7"));

    let wanted = format!("p.cu\n'two words'\n{MAIN}");
    let told = f.lines("/api/run", json!({ "request": wanted })).await;
    assert_eq!(told[0], json!({ "out": "two words\n" }));
    assert_eq!(told.last().unwrap()["ended"]["status"], 3);

    let told = f.lines("/api/run", json!({ "request": "p.cu" })).await;
    assert!(told[0]["failed"].as_str().unwrap().contains("lacks lines"));
}

#[tokio::test]
async fn what_is_too_large_is_refused() {
    let f = fixture();
    let text = " ".repeat(17 << 20);
    for (path, key) in [
        ("/api/outline", "text"),
        ("/api/play", "request"),
        ("/api/run", "request"),
    ] {
        let response = f.begin(path, json!({ key: text })).await;
        assert_eq!(response.status(), StatusCode::PAYLOAD_TOO_LARGE, "{path}");
        let response = f.begin(path, json!({ "other": "" })).await;
        assert!(response.status().is_client_error(), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn endless_programs_end_when_their_readers_go() {
    let f = fixture();
    let endless = json!({ "request": format!("p.cu\n\n{ENDLESS}") });
    let mut readers = Vec::new();
    let refused = loop {
        let response = f.begin("/api/run", endless.clone()).await;
        match response.status() {
            StatusCode::OK => {
                let mut body = response.into_body().into_data_stream();
                let first = body.next().await.unwrap().unwrap();
                assert_eq!(&first[..], b"{\"out\":\"begun\\n\"}\n");
                readers.push(body);
            }
            _ => break response,
        }
        assert!(readers.len() < 9, "nothing bounds how many run at once");
    };
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    let said = axum::body::to_bytes(refused.into_body(), usize::MAX)
        .await
        .unwrap();
    assert!(String::from_utf8_lossy(&said).contains("programs run already"));
    drop(readers);
    // Each place is free as soon as its run has noticed.
    let wanted = json!({ "request": format!("p.cu\nhere\n{MAIN}") });
    for _ in 0..600 {
        if f.begin("/api/run", wanted.clone()).await.status() == StatusCode::OK {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("no place became free");
}
