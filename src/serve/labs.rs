//! The API of a lab's page: the learner's own file, read and written; its verdict, as it comes; what the page shows of a text.
//!
//! A lab's name comes in with a text or a selection, JSON or lines of it come out: the lines that `crates/web` tells a page which judges by
//! itself. The rules: the file on disk is the truth, and is written only by who names the version that it has; what is judged is what lies on
//! disk; a reader who goes away ends the run; every attempt is recorded as `check` records it.

use std::convert::Infallible;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_TYPE, IF_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use lab::{Lab, Language};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::UnboundedReceiverStream;

use super::Shared;
use super::api::{Answer, Refused, apart, read, refuse};
use crate::config::Config;
use crate::course;
use crate::exit::Failure;
use crate::runner::{self, Cancel, Processes, Progress, Selection, Why, Wishes};
use crate::store::hash;

/// The largest text that is taken, in bytes of a request: as much as a file may have, in JSON.
pub(super) const LARGEST: usize = 16 << 20;
/// The version of a file that is not there yet.
const ABSENT: &str = "absent";

fn lab(config: &Config, name: &str) -> Result<&'static Lab, Refused> {
    let found = config.labs.find(name);
    found.map_err(|failure| refuse(StatusCode::NOT_FOUND, failure.message))
}

/// A failure to read or write a learner's file.
fn failed(failure: &Failure) -> Refused {
    refuse(StatusCode::UNPROCESSABLE_ENTITY, sentence(failure))
}

/// A failure in one sentence: what is wrong, and what helps.
fn sentence(failure: &Failure) -> String {
    match &failure.help {
        Some(help) => format!("{}; {help}", failure.message),
        None => failure.message.clone(),
    }
}

/// The learner's text and its version; the starter where there is none yet.
fn on_disk(config: &Config, lab: &Lab) -> Result<(String, String), Refused> {
    if !config.kernel(lab.id, &lab.file).exists() {
        return Ok((lab.starter(), ABSENT.to_owned()));
    }
    let text = runner::read(config, lab).map_err(|failure| failed(&failure))?;
    let version = hash(&text);
    Ok((text, version))
}

/// `GET /api/labs/LAB/file`: `{text, version}`.
pub(super) async fn file(State(server): State<Shared>, Path(name): Path<String>) -> Answer {
    apart(move || {
        let lab = lab(&server.config, &name)?;
        let (text, version) = on_disk(&server.config, lab)?;
        Ok(Json(json!({ "text": text, "version": version })))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewText {
    text: String,
}

/// `PUT /api/labs/LAB/file {text}` with the version that it follows in `If-Match`: `{version}`; 409 and what is on disk where that is another.
pub(super) async fn save(
    State(server): State<Shared>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let follows = headers.get(IF_MATCH).and_then(|value| value.to_str().ok());
    let Some(follows) = follows.map(str::to_owned) else {
        let text = "say in `If-Match` which version this follows";
        return refuse(StatusCode::PRECONDITION_REQUIRED, text).into_response();
    };
    let new: NewText = match read(&headers, &body) {
        Ok(new) => new,
        Err(refused) => return refused.into_response(),
    };
    let written = apart(move || {
        let lab = lab(&server.config, &name)?;
        let (text, version) = on_disk(&server.config, lab)?;
        if version != follows && text != new.text {
            return Ok(Json(json!({ "text": text, "version": version })));
        }
        if version == ABSENT || text != new.text {
            let path = server.config.kernel(lab.id, &lab.file);
            runner::write_whole(&path, &new.text).map_err(|failure| failed(&failure))?;
        }
        Ok(Json(json!({ "version": hash(&new.text) })))
    });
    match written.await {
        Ok(Json(other)) if other.get("text").is_some() => {
            (StatusCode::CONFLICT, Json(other)).into_response()
        }
        answer => answer.into_response(),
    }
}

/// `GET /api/labs/LAB/starter` and `/solution`: the text, a line of JSON.
pub(super) async fn text(
    State(server): State<Shared>,
    Path((name, which)): Path<(String, String)>,
) -> Result<Response, Refused> {
    let lab = lab(&server.config, &name)?;
    let text = match which.as_str() {
        "starter" => lab.starter(),
        "solution" => lab.solution(),
        _ => {
            return Err(refuse(
                StatusCode::NOT_FOUND,
                format!("a lab has no `{which}`"),
            ));
        }
    };
    Ok(lines(move |tell| tell(lab::json_text(&text))))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Look {
    lab: String,
    text: String,
}

/// `POST /api/look {lab, text}`: colours and diagnostics of a text, as `view::look` tells them.
pub(super) async fn look(
    State(server): State<Shared>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refused> {
    let look: Look = read(&headers, &body)?;
    let file = match look.lab.as_str() {
        "" => "kernel.cu".to_owned(),
        name => lab(&server.config, name)?.file.clone(),
    };
    Ok(lines(move |tell| tell(view::look(&file, &look.text))))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Trace {
    lab: String,
    /// What follows the lab in a request to `view::trace`.
    request: String,
}

/// `POST /api/trace {lab, request}`: a run and the steps of a warp, as `view::trace` tells them.
pub(super) async fn trace(
    State(server): State<Shared>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refused> {
    let trace: Trace = read(&headers, &body)?;
    let lab = lab(&server.config, &trace.lab)?;
    if lab.language != Language::Cuda {
        return Err(refuse(
            StatusCode::NOT_FOUND,
            "only a kernel has steps to see",
        ));
    }
    Ok(lines(move |tell| {
        view::trace(lab, &trace.request, &mut |line| tell(line.to_owned()));
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// `all`, a part, or `part/check`.
    select: String,
}

/// `POST /api/labs/LAB/check {select}`: the records of the file on disk, each as soon as its process has ended in order.
pub(super) async fn check(
    State(server): State<Shared>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refused> {
    let wanted: Wanted = read(&headers, &body)?;
    let lab = lab(&server.config, &name)?;
    let names = match wanted.select.as_str() {
        "all" => Vec::new(),
        select => vec![select.to_owned()],
    };
    let selection = Selection::named(lab, &names)
        .map_err(|failure| refuse(StatusCode::NOT_FOUND, failure.message))?;
    let (say, hear) = unbounded_channel();
    let cancel = Cancel::new();
    let reader = Reader(cancel.clone());
    std::thread::spawn(move || judge(&server, lab, (&selection, &cancel), &say));
    Ok(streamed(hear, reader))
}

/// Who reads a verdict as it comes. When they go away the answer is dropped, and with it the run.
struct Reader(Cancel);

impl Drop for Reader {
    fn drop(&mut self) {
        self.0.say(Why::Interrupted);
    }
}

/// Judges the file on disk and records it. A failure that is no verdict is a line with `failed`.
fn judge(
    server: &Shared,
    lab: &'static Lab,
    (selection, cancel): (&Selection, &Cancel),
    say: &UnboundedSender<String>,
) {
    // Who went away hears nothing, and has ended the run.
    let tell = |line: String| drop(say.send(line));
    let config = &server.config;
    let judged = runner::starter_if_absent(config, lab)
        .and_then(|_| runner::read(config, lab))
        .and_then(|source| {
            let request = runner::Request {
                config,
                lab,
                selection,
                source: &source,
                cancel,
                executor: &Processes,
                wishes: Wishes {
                    on: course::device(&config.root),
                    ..Wishes::default()
                },
            };
            let judged = runner::judge(request, &mut |progress| {
                if let Progress::Checked(result) = progress {
                    tell(serde_json::to_string(result).unwrap_or_default());
                }
            })?;
            let recorded =
                server.with_store(|store| Ok(runner::record(store, lab, &source, &judged)));
            recorded.map_err(Failure::from)??;
            Ok(())
        });
    if let Err(failure) = judged {
        tell(json!({ "failed": sentence(&failure) }).to_string());
    }
}

/// Lines that are made on a thread of their own, whose stack takes the deepest text.
pub(super) fn lines(make: impl FnOnce(&mut dyn FnMut(String)) + Send + 'static) -> Response {
    lines_to((), make)
}

/// The same for a reader of whom something is kept as long as they read.
pub(super) fn lines_to(
    kept: impl Send + 'static,
    make: impl FnOnce(&mut dyn FnMut(String)) + Send + 'static,
) -> Response {
    let (say, hear) = unbounded_channel();
    let made = std::thread::Builder::new()
        .stack_size(simt::STACK_BYTES)
        .spawn(move || make(&mut |line| drop(say.send(line))));
    match made {
        Ok(_) => streamed(hear, kept),
        Err(error) => {
            let text = format!("no thread can be started: {error}");
            refuse(StatusCode::SERVICE_UNAVAILABLE, text).into_response()
        }
    }
}

/// Lines as an answer; `kept` lives as long as somebody reads it.
fn streamed(hear: UnboundedReceiver<String>, kept: impl Send + 'static) -> Response {
    let lines = UnboundedReceiverStream::new(hear).map(move |line| {
        let _ = &kept;
        Ok::<_, Infallible>(format!("{line}\n"))
    });
    let kind = [(CONTENT_TYPE, "application/x-ndjson")];
    (kind, Body::from_stream(lines)).into_response()
}
