//! Questions under `serve`: a grade comes in and is kept, what was graded and done by day goes out with the standing.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use jiff::tz::TimeZone;
use serde::Deserialize;
use serde_json::{Value, json};

use super::api::{Answer, apart, read, refuse};
use super::{News, Shared};
use crate::course::ItemKind;
use crate::site::MemorySite;
use crate::standing::study;
use crate::store::{GRADES, Review, Store, StoreError, now, today};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Graded {
    item: String,
    grade: i64,
}

/// `POST /api/reviews {item, grade}`: how well a question was answered, from 1 (again) to 4 (easy).
pub(super) async fn review(
    State(server): State<Shared>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let graded: Graded = read(&headers, &body)?;
    if !GRADES.contains(&graded.grade) {
        return Err(refuse(
            StatusCode::UNPROCESSABLE_ENTITY,
            "a grade is a number from 1 (again) to 4 (easy)",
        ));
    }
    apart(move || {
        let snapshot = server.site.snapshot();
        let known = snapshot.built.as_ref().and_then(|built| {
            let located = built.course.item(&graded.item)?;
            Some(located.item.kind == ItemKind::Question)
        });
        if known != Some(true) {
            return Err(refuse(
                StatusCode::NOT_FOUND,
                format!("no question `{}` in this course", graded.item),
            ));
        }
        let review = server.with_store(|store| next(store, &graded))?;
        let due = review.due.clone();
        server.write(|store| store.review(review))?;
        server.tell(News::Standing);
        Ok(Json(json!({ "item": graded.item, "due": due })))
    })
    .await
}

fn next(store: &Store, graded: &Graded) -> Result<Review, StoreError> {
    let zone = TimeZone::system();
    let reviews = store.reviews()?;
    let latest = study::latest(&reviews);
    let before = latest.get(graded.item.as_str()).and_then(|review| {
        let due = review.due.parse().ok()?;
        Some((study::day(&review.at, &zone)?, due))
    });
    let today = jiff::Zoned::now().date();
    Ok(Review {
        id: String::new(),
        at: now(),
        item: graded.item.clone(),
        grade: graded.grade,
        due: study::next_due(before, graded.grade, today).to_string(),
    })
}

/// The questions that are due today or were before, for a page without a script: what is asked, and where.
fn waiting(built: &MemorySite, due: &serde_json::Map<String, Value>) -> Vec<Value> {
    let asked = built.files.get("questions.json");
    let asked = asked.and_then(|bytes| serde_json::from_slice::<Value>(bytes.as_ref()).ok());
    let today = today();
    let ripe = due
        .iter()
        .filter(|(_, day)| day.as_str().is_some_and(|day| day <= today.as_str()));
    ripe.filter_map(|(item, _)| asked.as_ref()?.get(item).cloned())
        .collect()
}

/// Adds to the standing what was done by day, and when each graded question is due.
pub(super) fn fill(
    standing: &mut Value,
    built: &MemorySite,
    store: &Store,
) -> Result<(), StoreError> {
    let reviews = store.reviews()?;
    let due: serde_json::Map<String, Value> = study::latest(&reviews)
        .into_iter()
        .map(|(item, review)| (item.to_owned(), json!(review.due)))
        .collect();
    standing["waiting"] = json!(waiting(built, &due));
    standing["due"] = Value::Object(due);
    standing["activity"] = json!(study::by_day(store, &TimeZone::system())?);
    standing["today"] = json!(today());
    Ok(())
}
