//! Templates on the site: each as a page with its blanks marked and its Markdown to copy or download, and a list of all.

use serde_json::{Value, json};
use sorted::SortedMap;

use super::code::{Show, figure};
use super::hidden::Hidden;
use super::link::LinkedSite;
use super::map::Stop;
use super::pages::{page_of, prose_of, sentence};
use super::render::Whole;
use crate::course::template::{Filled, blanks};
use crate::course::{Page, Task};

/// The address of the list.
pub(super) const INDEX: &str = "templates/";

/// Where the Markdown of a template can be downloaded.
fn download(page: &Page) -> String {
    format!("{INDEX}{}.md", page.name())
}

fn card(page: &Page) -> Value {
    json!({
        "name": page.name(),
        "title": page.title,
        "url": page.url,
        "goal": sentence(&page.front.goal),
        "file": page.front.file,
        "blanks": blanks(page.form()).len(),
    })
}

/// The data of the list.
pub(super) fn index(site: &LinkedSite) -> Value {
    json!({ "forms": site.course.templates().map(card).collect::<Vec<_>>() })
}

/// For each template, by the file that it becomes, how far someone is who has done nothing.
pub(super) fn not_begun(site: &LinkedSite) -> Value {
    let files = site.course.templates().map(|page| &page.front.file);
    files
        .map(|file| (file.clone(), json!(Filled::NotBegun.words())))
        .collect()
}

/// The data of one template's page.
pub(super) fn page(whole: &Whole<'_>, stop: &Stop, root: &str) -> Value {
    let Some(page) = page_of(whole.site, stop) else {
        return Value::Null;
    };
    let show = Show {
        language: "markdown".to_owned(),
        title: page
            .path
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
        first: 1,
        ..Show::default()
    };
    json!({
        "card": card(page),
        "html": marked(&prose_of(whole, stop, root)),
        "source": figure(&whole.look.highlighter, &show, page.form().trim_end()),
        "download": download(page),
    })
}

/// The templates of the files that a task asks for.
pub(super) fn of_task(site: &LinkedSite, task: &Task) -> Vec<Value> {
    let files = task.artifacts.iter();
    files
        .filter_map(|file| site.course.template_of(file))
        .map(card)
        .collect()
}

/// The Markdown of every template, by address.
pub(super) fn files(site: &LinkedSite) -> SortedMap<String, String> {
    let pages = site.course.templates();
    pages
        .map(|page| (download(page), page.form().to_owned()))
        .collect()
}

/// The HTML of a text with its blanks marked; what is shown as code has none.
fn marked(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let code = code_of(html);
    let mut from = 0;
    while let Some(len) = html[from..].find("[[") {
        let at = from + len;
        out.push_str(&html[from..at]);
        let rest = &html[at + 2..];
        let rest = &rest[..rest.find('<').unwrap_or(rest.len())];
        let words = rest.split_once("]]").map(|(words, _)| words);
        match words.filter(|_| !code.contains(at)) {
            Some(words) => {
                out.push_str(&format!("<span class=\"blank\">{}</span>", words.trim()));
                from = at + words.len() + 4;
            }
            None => {
                out.push_str("[[");
                from = at + 2;
            }
        }
    }
    out + &html[from..]
}

/// The stretches of a page that are code.
fn code_of(html: &str) -> Hidden {
    let mut code = Hidden::default();
    for tag in ["code", "pre"] {
        let close = format!("</{tag}>");
        let mut from = 0;
        while let Some(open) = html[from..].find(&format!("<{tag}")) {
            let start = from + open;
            from = html[start..]
                .find(&close)
                .map_or(html.len(), |length| start + length);
            code.push(start..from);
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn blanks_are_marked_outside_of_code() {
        assert_eq!(
            marked("<p>a [[b c]] <code>v[[1]]</code> [[d]]</p><pre>[[e]] [[g]]</pre> [[f"),
            "<p>a <span class=\"blank\">b c</span> <code>v[[1]]</code> <span class=\"blank\">d</span></p><pre>[[e]] [[g]]</pre> [[f"
        );
    }
}
