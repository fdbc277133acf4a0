//! Every address outside the site that pages and catalogues lead to, each with the warning that it is dead, should it be.

use pulldown_cmark::{Event, Tag};

use super::{Course, Problem, problem};
use crate::course::events;

/// What to do about a dead link.
const HELP: &str = "find where it went, or take the link out";

/// Addresses with their places.
pub fn links(course: &Course) -> Vec<(String, Problem)> {
    let mut all = Vec::new();
    for page in &course.pages {
        for (event, range) in events(page.body()) {
            if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event
                && is_outside(&dest_url)
            {
                let place = problem(page, page.body_start + range.start, String::new(), HELP);
                all.push((dest_url.to_string(), place));
            }
        }
    }
    let papers = course.catalog.papers.iter();
    let papers = papers.map(|paper| (&paper.url, "content/data/papers.yaml"));
    let tools = course.catalog.tools.iter();
    let tools = tools.map(|tool| (&tool.url, "content/data/tools.yaml"));
    for (url, file) in papers.chain(tools).filter(|(url, _)| is_outside(url)) {
        let place = Problem::error(file, "").warning().help(HELP);
        all.push((url.clone(), place));
    }
    all
}

fn is_outside(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}
