//! The API of progress: what is done, ticks, the log, attempts. JSON in, JSON out, errors as `{"error": …}`.
//! Everything that comes in is checked against the course; a lab's criteria are decided by the lab, never by a tick.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{News, Shared, progress};
use crate::course::walk::{self, Step};
use crate::course::{Rule, artifact};
use crate::store::{LogKind, LogRow, MarkSource, StoreError, today};

/// The longest text of one field of a log entry, in characters.
const LONGEST: usize = 10_000;

/// Why a request is not answered.
pub(super) struct Refused(StatusCode, String);

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Refused {
        Refused(StatusCode::SERVICE_UNAVAILABLE, error.to_string())
    }
}

pub(super) type Answer = Result<Json<Value>, Refused>;

pub(super) fn refuse(status: StatusCode, why: impl Into<String>) -> Refused {
    Refused(status, why.into())
}

/// Runs what may wait for a disk or a lock away from the threads that answer.
pub(super) async fn apart(work: impl FnOnce() -> Answer + Send + 'static) -> Answer {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| {
        Err(refuse(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the request could not be finished",
        ))
    })
}

/// `GET /api/standing`: rows, ticks, what comes next, recent attempts.
pub(super) async fn standing(State(server): State<Shared>) -> Answer {
    apart(move || {
        let snapshot = server.site.snapshot();
        if snapshot.built.is_none() {
            return Err(refuse(
                StatusCode::SERVICE_UNAVAILABLE,
                "the course cannot be built",
            ));
        }
        // A store that cannot be read is told; progress of nobody would be a lie.
        server.with_store(|store| store.change_counter())?;
        let mut standing = (*server.progress(&snapshot)).clone();
        if let Some(members) = standing.as_object_mut() {
            members.remove("log");
        }
        Ok(Json(standing))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewMark {
    item: String,
    on: bool,
}

/// `GET /api/rows`: what was kept, for a page's own script to count.
pub(super) async fn rows(State(server): State<Shared>) -> Answer {
    apart(move || {
        let snapshot = server.site.snapshot();
        let Some(built) = &snapshot.built else {
            return Err(refuse(
                StatusCode::SERVICE_UNAVAILABLE,
                "the course cannot be built",
            ));
        };
        let root = &server.config.root;
        Ok(Json(
            server.with_store(|store| progress::kept(built, root, store))?,
        ))
    })
    .await
}

/// `POST /api/marks {item, on}`: ticks an item, or a lesson or paper as read.
pub(super) async fn mark(State(server): State<Shared>, headers: HeaderMap, body: Bytes) -> Answer {
    let mark: NewMark = read(&headers, &body)?;
    apart(move || {
        let snapshot = server.site.snapshot();
        let course = snapshot.built.as_ref().map(|built| built.course.clone());
        let course = course.ok_or_else(|| {
            refuse(
                StatusCode::SERVICE_UNAVAILABLE,
                "the course cannot be built",
            )
        })?;
        let papers = &course.catalog.papers;
        let read = |step: &Step<'_>| step.kind.is_read() && step.id == mark.item;
        let is_paper = papers.iter().any(|paper| paper.id == mark.item);
        if is_paper || walk::steps(&course).iter().any(read) {
            return keep(&server, &mark);
        }
        let Some(located) = course.item(&mark.item) else {
            return Err(refuse(
                StatusCode::NOT_FOUND,
                format!("no item `{}` in this course", mark.item),
            ));
        };
        if let Rule::Lab { lab, .. } | Rule::Measured { lab, .. } = &located.item.rule {
            return Err(refuse(
                StatusCode::CONFLICT,
                format!("the lab `{lab}` decides this"),
            ));
        }
        if let Rule::Artifact { path, .. } = &located.item.rule {
            let lacks = artifact::lacks(&server.config.root, &located.item.rule);
            let why = lacks.map(|lacks| format!(": {lacks}")).unwrap_or_default();
            return Err(refuse(
                StatusCode::CONFLICT,
                format!("the file `{path}` decides this{why}"),
            ));
        }
        if !located.item.children.is_empty() {
            return Err(refuse(
                StatusCode::CONFLICT,
                "done when everything below it is",
            ));
        }
        keep(&server, &mark)
    })
    .await
}

fn keep(server: &Shared, mark: &NewMark) -> Answer {
    server.write(|store| store.mark(&mark.item, mark.on, MarkSource::Manual))?;
    server.tell(News::Standing);
    Ok(Json(json!({ "item": mark.item, "on": mark.on })))
}

/// `GET /api/log`: the log, newest first.
pub(super) async fn log(State(server): State<Shared>) -> Answer {
    apart(move || {
        let entries = server.with_store(progress::log)?;
        Ok(Json(json!({ "entries": entries })))
    })
    .await
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
struct NewEntry {
    date: String,
    module: String,
    progress: String,
    insight: String,
    challenge: String,
    next: String,
}

/// `POST /api/log`: an entry by the template.
pub(super) async fn add_to_log(
    State(server): State<Shared>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let entry: NewEntry = read(&headers, &body)?;
    let wrong = |why: &str| Err(refuse(StatusCode::UNPROCESSABLE_ENTITY, why));
    let date = match entry.date.trim() {
        "" => today(),
        date => match date.parse::<jiff::civil::Date>() {
            Ok(date) => date.to_string(),
            Err(_) => return wrong("the date is written as 2026-05-31"),
        },
    };
    let texts = [
        &entry.progress,
        &entry.insight,
        &entry.challenge,
        &entry.next,
    ];
    if texts.iter().all(|text| text.trim().is_empty()) {
        return wrong("write something into one of the fields");
    }
    if texts
        .iter()
        .chain([&&entry.module])
        .any(|text| text.chars().count() > LONGEST)
    {
        return wrong("a field holds at most 10,000 characters");
    }
    apart(move || {
        let tidy = |text: &str| text.trim().replace("\r\n", "\n");
        let row = LogRow {
            kind: LogKind::Own,
            date,
            module: tidy(&entry.module),
            progress: tidy(&entry.progress),
            insight: tidy(&entry.insight),
            challenge: tidy(&entry.challenge),
            next: tidy(&entry.next),
            ..LogRow::default()
        };
        server.write(|store| store.log(row))?;
        server.tell(News::Standing);
        Ok(Json(json!({ "added": true })))
    })
    .await
}

/// Any other address of the API.
pub(super) async fn unknown() -> Refused {
    refuse(StatusCode::NOT_FOUND, "the API has no such address")
}

pub(super) fn read<T: DeserializeOwned>(headers: &HeaderMap, body: &Bytes) -> Result<T, Refused> {
    // A form of another page cannot send this type without asking first.
    let json = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| {
            value.split(';').next().unwrap_or_default().trim() == "application/json"
        });
    if !json {
        return Err(refuse(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "send `content-type: application/json`",
        ));
    }
    serde_json::from_slice(body).map_err(|error| refuse(StatusCode::BAD_REQUEST, error.to_string()))
}
