//! Pages and files from memory. An address that is none of them is answered by the 404 page, nothing is read from disk.
//! Pages that show progress are rendered on request, and every page gets its ticks, so they are right without any script.

use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, LOCATION};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use super::Shared;
use super::kept::filled;
use crate::site::Bytes;

/// Answers for every address that is not the API's.
pub(super) async fn page(State(server): State<Shared>, method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, "only GET\n").into_response();
    }
    let Some(path) = decoded(uri.path()) else {
        return (StatusCode::BAD_REQUEST, "no such address\n").into_response();
    };
    let answer = tokio::task::spawn_blocking(move || answer(&server, &path)).await;
    answer.unwrap_or_else(|_| {
        (
            StatusCode::INTERNAL_SERVER_ERROR,
            "the page could not be rendered\n",
        )
            .into_response()
    })
}

fn answer(server: &Shared, path: &str) -> Response {
    let snapshot = server.site.snapshot();
    let address = path.trim_start_matches('/');
    let Some(built) = &snapshot.built else {
        if let Some(bytes) = crate::site::built_in_file(address) {
            return file(StatusCode::OK, address, bytes);
        }
        let html = server
            .site
            .broken_page(&"../".repeat(address.matches('/').count()), address);
        return page_of(StatusCode::SERVICE_UNAVAILABLE, html.into_bytes());
    };
    if let Some(live) = built.live.get(address) {
        let progress = server.progress(&snapshot);
        return match built.render_live(live, &progress) {
            Ok(html) => page_of(StatusCode::OK, filled(&html, &progress).into_bytes()),
            Err(problem) => {
                (StatusCode::INTERNAL_SERVER_ERROR, problem.to_string()).into_response()
            }
        };
    }
    let index = if address.is_empty() || address.ends_with('/') {
        format!("{address}index.html")
    } else {
        address.to_owned()
    };
    if let Some(bytes) = built.files.get(&index) {
        if index.ends_with(".html")
            && let Ok(html) = std::str::from_utf8(bytes.as_ref())
        {
            let progress = server.progress(&snapshot);
            return page_of(StatusCode::OK, filled(html, &progress).into_bytes());
        }
        return file(StatusCode::OK, &index, bytes.as_ref().to_vec());
    }
    if address.starts_with("search/")
        && let Some(bytes) = built.search.files().get(address)
    {
        return file(StatusCode::OK, address, bytes.as_ref().to_vec());
    }
    if built.files.contains_key(&format!("{address}/index.html")) {
        return (
            StatusCode::PERMANENT_REDIRECT,
            [(LOCATION, format!("/{address}/"))],
        )
            .into_response();
    }
    let lost = built
        .files
        .get("404.html")
        .map(|bytes: &Bytes| bytes.as_ref().to_vec());
    page_of(StatusCode::NOT_FOUND, lost.unwrap_or_default())
}

fn page_of(status: StatusCode, html: Vec<u8>) -> Response {
    (status, [(CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response()
}

fn file(status: StatusCode, name: &str, bytes: Vec<u8>) -> Response {
    (status, [(CONTENT_TYPE, content_type(name))], bytes).into_response()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "gif" => "image/gif",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" | "md" | "cu" | "csv" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// `%20` as a blank; none when the address is no text.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        let (high, low) = (digit(rest.next())?, digit(rest.next())?);
        bytes.push((high * 16 + low) as u8);
    }
    String::from_utf8(bytes).ok()
}
