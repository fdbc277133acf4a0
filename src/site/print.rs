//! A module on one page, for paper: every lesson, lab, tier and task in reading order, under one title.
//!
//! Texts are those of the pages; their headings go down a level, and their anchors get a prefix each so that none is there twice.

use serde_json::{Value, json};

use super::link::LinkedSite;
use super::map::{Shows, Stop};
use super::pages::prose_of;
use super::render::Whole;

/// The address of a module's print page.
pub fn address(module_url: &str) -> String {
    format!("{module_url}print/")
}

/// The data of a module's print page.
pub(super) fn page(whole: &Whole<'_>, stop: &Stop, root: &str) -> Value {
    let sections: Vec<Value> = sections(whole.site, stop)
        .enumerate()
        .map(|(at, part)| {
            // Links inside a text lead to the page it is from, so it is filled as if it stood here.
            let standing = Stop {
                url: stop.url.clone(),
                ..part.clone()
            };
            let html = match part.shows {
                Shows::Lab(lab) => lab_text(whole, root, lab),
                _ => prose_of(whole, &standing, root),
            };
            json!({
                "anchor": format!("s{}", at + 1),
                "label": part.label,
                "title": part.title,
                "kind": kind(part),
                "html": apart(&html, &format!("s{}-", at + 1)),
            })
        })
        .collect();
    json!({ "sections": sections })
}

/// The contents of the page.
pub(super) fn toc(site: &LinkedSite, stop: &Stop) -> Vec<Value> {
    sections(site, stop)
        .enumerate()
        .map(|(at, part)| json!({ "level": 2, "text": part.title, "anchor": format!("s{}", at + 1) }))
        .collect()
}

fn sections<'s>(site: &'s LinkedSite, stop: &Stop) -> impl Iterator<Item = &'s Stop> {
    site.map
        .home(stop.part, stop.module)
        .filter(|s| s.shows != Shows::Print)
}

fn kind(stop: &Stop) -> &'static str {
    match stop.shows {
        Shows::Module => "module",
        Shows::Lesson(_) => "lesson",
        Shows::Lab(_) => "lab",
        Shows::Tier(_) => "tier",
        Shows::Extra => "page",
        _ => "task",
    }
}

/// What a lab asks, part by part; checks and hints are for the screen.
fn lab_text(whole: &Whole<'_>, root: &str, at: usize) -> String {
    let (goal, parts) = super::labs::on_paper(whole, root, at);
    let mut html = format!("<p>{}</p>\n", super::highlight::escape(&goal));
    for (title, task) in parts {
        let title = super::highlight::escape(title);
        html.push_str(&format!("<h2>{title}</h2>\n{task}"));
    }
    html
}

/// Headings a level down, anchors under a prefix.
fn apart(html: &str, prefix: &str) -> String {
    let mut html = html.to_owned();
    for level in [5, 4, 3, 2] {
        let (from, to) = (level, level + 1);
        html = html
            .replace(&format!("<h{from}"), &format!("<h{to}"))
            .replace(&format!("</h{from}>"), &format!("</h{to}>"));
    }
    for (from, to) in [
        (" id=\"", " id=\""),
        (" href=\"#", " href=\"#"),
        (" for=\"", " for=\""),
        (" name=\"tabs-", " name=\"tabs-"),
        (" aria-labelledby=\"", " aria-labelledby=\""),
        (" aria-describedby=\"", " aria-describedby=\""),
        ("url(#", "url(#"),
    ] {
        html = html.replace(from, &format!("{to}{prefix}"));
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_get_a_prefix_and_headings_go_down() {
        let html = "<h2 id=\"a\">A<a href=\"#a\"></a></h2><h3>b</h3><a href=\"../x/#a\">x</a>";
        assert_eq!(
            apart(html, "s1-"),
            "<h3 id=\"s1-a\">A<a href=\"#s1-a\"></a></h3><h4>b</h4><a href=\"../x/#a\">x</a>"
        );
    }
}
