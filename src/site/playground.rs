//! What the playground's page shows: the course's programs to begin with, and the devices that a run is compared with.
//!
//! The site comes in, data for the template comes out. What is written, run and kept there is the page's own script's
//! (`static/lab/play.js`).

use serde_json::{Value, json};

use super::render::Whole;
use super::tried;

/// The data of the page.
pub(super) fn page(whole: &Whole<'_>) -> Value {
    json!({
        "programs": programs(whole),
        "devices": super::labs::devices(whole),
    })
}

/// Every program that a page shows, with the first page that does, in reading order.
fn programs(whole: &Whole<'_>) -> Vec<Value> {
    let site = whole.site;
    let mut known: Vec<&str> = Vec::new();
    let mut found = Vec::new();
    for stop in &site.map.stops {
        let page = stop.page.and_then(|page| site.pages.get(page.0));
        let listings = page.into_iter().flat_map(|page| &page.listings);
        for tried in listings.filter_map(|listing| listing.tried.as_deref()) {
            if known.contains(&tried.path.as_str()) {
                continue;
            }
            known.push(&tried.path);
            found.push(json!({
                "address": tried::address(&tried.path),
                "name": tried.path.rsplit('/').next(),
                "args": tried.args,
                "title": stop.title,
            }));
        }
    }
    found
}
