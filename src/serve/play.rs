//! The API of the playground and of programs in the text: what of a text can be started, a launch of a kernel, a run of a `main`.
//!
//! A text or a request comes in as JSON, lines of JSON come out: those that `crates/web` tells a page which runs them by itself. The rules: a
//! run has nothing of this machine but its time, it is bounded, and a reader who goes away ends it; only a few run at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use simt::launch::Halt;
use view::Means;

use super::Shared;
use super::api::{Refused, read, refuse};
use super::labs::{lines, lines_to};
use crate::hands;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    /// As `view::play` and `view::program` take it.
    request: String,
}

/// `POST /api/outline {text}`: what can be started, as `view::outline` tells it.
pub(super) async fn outline(
    State(_): State<Shared>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refused> {
    let Text { text } = read(&headers, &body)?;
    Ok(lines(move |tell| tell(view::outline(&text))))
}

/// `POST /api/play {request}`: a launch, as `view::play` tells it.
pub(super) async fn play(
    State(_): State<Shared>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refused> {
    started((&headers, &body), view::play)
}

/// `POST /api/run {request}`: a program, as `view::program` tells it.
pub(super) async fn run(
    State(_): State<Shared>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refused> {
    started((&headers, &body), view::program)
}

/// What runs a request.
type Run = fn(&str, &Means, &mut dyn FnMut(&str)) -> bool;

fn started((headers, body): (&HeaderMap, &Bytes), run: Run) -> Result<Response, Refused> {
    let Request { request } = read(headers, body)?;
    let place = Place::take().ok_or_else(|| {
        let text = format!("{MOST} programs run already: stop one, or wait for it to end");
        refuse(StatusCode::SERVICE_UNAVAILABLE, text)
    })?;
    let reader = Reader(place.clone());
    let make = move |tell: &mut dyn FnMut(String)| {
        let means = Means {
            crew: Some(hands::crew(None)),
            halt: Some(Halt(&place.0.halt)),
        };
        let is_request = run(&request, &means, &mut |line| tell(line.to_owned()));
        if !is_request {
            let text = "the request lacks lines: a file's name, what to run, and the text";
            tell(serde_json::json!({ "failed": text, "line": 0 }).to_string());
        }
    };
    Ok(lines_to(reader, make))
}

/// How many run at once: each may take half a gigabyte.
const MOST: usize = 4;

/// What a run is ended by; the machine wants one that is never gone.
struct Slot {
    taken: AtomicBool,
    halt: AtomicBool,
}

static SLOTS: [Slot; MOST] = [const {
    Slot {
        taken: AtomicBool::new(false),
        halt: AtomicBool::new(false),
    }
}; MOST];

/// A slot that is a run's, until both the run and its reader have gone: the next one is not ended by a reader of this one.
struct Place(&'static Slot);

impl Place {
    fn take() -> Option<Arc<Place>> {
        let free = |slot: &&Slot| {
            let (was, is) = (Ordering::Acquire, Ordering::Relaxed);
            slot.taken.compare_exchange(false, true, was, is).is_ok()
        };
        let slot = SLOTS.iter().find(free)?;
        slot.halt.store(false, Ordering::Relaxed);
        Some(Arc::new(Place(slot)))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.taken.store(false, Ordering::Release);
    }
}

/// Who reads what a run tells. When they go away, the run ends.
struct Reader(Arc<Place>);

impl Drop for Reader {
    fn drop(&mut self) {
        self.0.0.halt.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_is_free_when_run_and_reader_have_gone() {
        let run = Place::take().expect("one is free");
        let reader = Reader(run.clone());
        let slot = run.0;
        drop(reader);
        assert!(slot.halt.load(Ordering::Relaxed), "the run is to end");
        assert!(slot.taken.load(Ordering::Relaxed), "and has not yet");
        drop(run);
        let all: Vec<_> = std::iter::from_fn(Place::take).collect();
        assert_eq!(all.len(), MOST);
        assert!(
            all.iter()
                .all(|place| !place.0.halt.load(Ordering::Relaxed))
        );
    }
}
