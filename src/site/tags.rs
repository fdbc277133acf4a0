//! Tags and themes: each with a page that lists what carries it. A course comes in, [`Tag`]s in order of name come out.

use serde_json::{Value, json};
use sorted::SortedMap;

use super::link::LinkedSite;
use super::render::Whole;
use crate::course::{Course, slug};

/// A tag or theme and the addresses of the pages that carry it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tag {
    /// A theme of the course, not a subject.
    pub theme: bool,
    /// As first written.
    pub name: String,
    /// Its page.
    pub url: String,
    /// Pages that carry it, in reading order.
    pub pages: Vec<String>,
}

/// The address of a tag's page.
pub fn address(theme: bool, name: &str) -> String {
    format!("{}/{}/", if theme { "themes" } else { "tags" }, slug(name))
}

/// Every theme of the course and every tag of more than one page, tags first, each kind by name.
pub fn gather(course: &Course) -> Vec<Tag> {
    let mut all: SortedMap<(bool, String), Tag> = SortedMap::new();
    let mut add = |theme: bool, names: &[String], url: &str| {
        for name in names.iter().filter(|name| !slug(name).is_empty()) {
            let tag = all.entry((theme, slug(name))).or_insert_with(|| Tag {
                theme,
                name: name.clone(),
                url: address(theme, name),
                pages: Vec::new(),
            });
            if !tag.pages.iter().any(|page| page == url) {
                tag.pages.push(url.to_owned());
            }
        }
    };
    for page in &course.pages {
        add(false, &page.front.tags, &page.url);
        add(true, &page.front.themes, &page.url);
    }
    for (_, module) in course.modules() {
        for task in module.tiers.iter().flat_map(|tier| &tier.tasks) {
            add(false, &task.tags, &task.url);
            add(true, &task.themes, &task.url);
        }
    }
    // A tag on one page leads nowhere but to where its reader is.
    all.retain(|_, tag| tag.theme || tag.pages.len() > 1);
    all.into_values().collect()
}

/// The list of all tags and themes.
pub(super) fn index(site: &LinkedSite) -> Value {
    let of = |theme: bool| -> Vec<Value> {
        let all = site.map.tags.iter().filter(|tag| tag.theme == theme);
        all.map(|tag| json!({ "name": tag.name, "url": tag.url, "count": tag.pages.len() }))
            .collect()
    };
    json!({ "tags": of(false), "themes": of(true) })
}

/// One tag's page.
pub(super) fn page(whole: &Whole<'_>, at: usize) -> Value {
    let site = whole.site;
    let Some(tag) = site.map.tags.get(at) else {
        return Value::Null;
    };
    let rows: Vec<Value> = tag
        .pages
        .iter()
        .filter_map(|url| site.map.at(url))
        .map(|stop| {
            let module = super::pages::module_of(site, stop);
            json!({
                "title": stop.title,
                "label": stop.label,
                "url": stop.url,
                "in": module.filter(|module| site.course.page(module.page).url != stop.url)
                    .map(|module| format!("{} {}", module.number, module.title)),
                "text": super::chrome::description(whole, stop),
            })
        })
        .collect();
    json!({ "theme": tag.theme, "name": tag.name, "rows": rows })
}

/// Tags as chips: each that has a page, with its name and address.
pub(super) fn chips(site: &LinkedSite, theme: bool, names: &[String]) -> Vec<Value> {
    let named = names.iter().map(|name| (name, address(theme, name)));
    named
        .filter(|(_, url)| site.map.at(url).is_some())
        .map(|(name, url)| json!({ "name": name, "url": url }))
        .collect()
}
