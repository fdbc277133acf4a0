//! News as server-sent events: `hello` on connecting, then `reload`, `problems`, `judged`, `standing`.
//! `hello` carries the hash of the newest version of the asking page, so a page that missed a reload catches up.

use std::convert::Infallible;

use axum::extract::{RawQuery, State};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use serde_json::{Value, json};
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::{Stream, StreamExt};

use super::{News, Shared};
use crate::course::Problem;

/// `GET /api/events?page=`.
pub(super) async fn events(
    State(server): State<Shared>,
    RawQuery(query): RawQuery,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let page = query
        .as_deref()
        .and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("page=")))
        .map(|page| page.replace("%2F", "/").replace("%2f", "/"))
        .unwrap_or_default();
    // Subscribed before the present is read, so nothing falls between the two.
    let later = BroadcastStream::new(server.news.subscribe());
    let hello = hello(&server, &page);
    let news = later.map(|news| match news {
        Ok(news) => event(&news),
        // Too slow to hear everything: asking again tells all.
        Err(_) => event(&News::Standing),
    });
    let stream = tokio_stream::once(hello).chain(news).map(Ok);
    Sse::new(stream).keep_alive(KeepAlive::default())
}

fn hello(server: &Shared, page: &str) -> Event {
    let snapshot = server.site.snapshot();
    let hash = snapshot
        .built
        .as_ref()
        .and_then(|built| built.hashes.get(page))
        .cloned();
    let problems = Problem::list(&server.problems());
    named("hello", &json!({ "hash": hash, "problems": problems }))
}

fn event(news: &News) -> Event {
    match news {
        News::Reload { pages, styles } => {
            named("reload", &json!({ "pages": pages, "styles": styles }))
        }
        News::Problems(problems) => named("problems", &json!(problems)),
        News::Judged(attempt) => named("judged", attempt),
        News::Standing => named("standing", &Value::Null),
    }
}

fn named(name: &str, data: &Value) -> Event {
    Event::default().event(name).data(data.to_string())
}
