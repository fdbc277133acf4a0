//! The holes of a page's text are filled: links get their addresses, listings their lines, items their controls.
//!
//! In goes text with holes and the page that it stands on, out comes HTML; for a sketch, a digest of all that would fill them.

use super::code::figure;
use super::highlight::escape;
use super::link::{LinkedPage, Target};
use super::listing::Listing;
use super::map::{Inside, Stop, item_anchor};
use super::parse::Piece;
use super::paths::encoded;
use super::render::Whole;
use crate::course::keyed::Key;
use crate::course::{Checks, Rule};

/// Where text stands: fills its holes for one page of the site.
pub(super) struct Filler<'a, 'w> {
    pub whole: &'a Whole<'w>,
    pub page: &'a LinkedPage,
    pub url: &'a str,
    pub root: &'a str,
}

impl Filler<'_, '_> {
    /// The text with its holes filled.
    pub fn html(&self, pieces: &[Piece]) -> String {
        if self.whole.sketching {
            return self.digest();
        }
        let mut html = String::new();
        for piece in pieces {
            match piece {
                Piece::Html(text) => html.push_str(text),
                Piece::Href(link) => {
                    if let Some(target) = self.page.targets.get(*link) {
                        html.push_str(&escape(&self.address(target)));
                    }
                }
                Piece::Meaning(link) => self.meaning(*link, &mut html),
                Piece::Code(at) => {
                    if let Some((show, text)) = self.page.parsed.blocks.get(*at) {
                        html.push_str(&figure(&self.whole.look.highlighter, show, text));
                    }
                }
                Piece::Listing(at) => {
                    if let Some(listing) = self.page.listings.get(*at) {
                        html.push_str(&self.listing(listing));
                    }
                }
                Piece::Named(at) => {
                    if let Some(found) = self.page.named.get(*at) {
                        html.push_str(&super::named::html(found, self.root));
                    }
                }
                Piece::Drawing(at) => {
                    if let Some(drawn) = self.page.drawings.get(at) {
                        let alt = &self.page.parsed.links[*at].alt;
                        html.push_str(&drawn.html(*at, alt));
                    }
                }
                Piece::Size(at) => {
                    if let Some((width, height)) = self.page.sizes.get(at) {
                        html.push_str(&format!(" width=\"{width}\" height=\"{height}\""));
                    }
                }
                Piece::Tick(id) => self.tick(id, &mut html),
                Piece::TickEnd(id) => self.tick_end(id, &mut html),
            }
        }
        html
    }

    /// The definition of the term that a link leads to, where the word stands.
    fn meaning(&self, link: usize, html: &mut String) {
        let written = self.page.parsed.links.get(link);
        let id = written.and_then(|written| written.to.strip_prefix("id:"));
        let terms = &self.whole.site.course.catalog.terms;
        if let Some(term) = id.and_then(|id| terms.iter().find(|term| term.id == id)) {
            let text = super::pages::sentence(&term.text);
            html.push_str(&format!("class=\"term\" title=\"{}\" ", escape(&text)));
        }
    }

    fn listing(&self, listing: &Listing) -> String {
        let highlighter = &self.whole.look.highlighter;
        match &listing.after {
            Some(after) => {
                super::difference::figure(highlighter, &listing.show, &listing.text, after)
            }
            None => {
                let mut html = figure(highlighter, &listing.show, &listing.text);
                if let Some(tried) = listing.tried.as_ref().filter(|_| self.whole.look.runs()) {
                    let interface = &self.whole.site.course.interface;
                    html.push_str(&super::tried::bar(tried, interface, self.root));
                }
                html
            }
        }
    }

    /// A hash of everything that fills the holes, and of the page that has them.
    fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.page.parsed.key.as_bytes());
        for target in &self.page.targets {
            hasher.update(self.address(target).as_bytes()).update(&[0]);
        }
        for listing in &self.page.listings {
            let tried = &listing.tried;
            hasher.update(format!("{:?}{:?}{tried:?}", listing.show, listing.after).as_bytes());
            hasher.update(listing.text.as_bytes()).update(&[0]);
        }
        for named in &self.page.named {
            let html = super::named::html(named, self.root);
            hasher.update(html.as_bytes()).update(&[0]);
        }
        let mut drawings: Vec<_> = self.page.drawings.iter().collect();
        drawings.sort_by_key(|(at, _)| **at);
        for (at, drawn) in drawings {
            hasher.update(&at.to_le_bytes());
            for key in drawn.keys() {
                hasher.update(key.as_bytes());
            }
            hasher.update(&[0]);
        }
        let mut sizes: Vec<_> = self.page.sizes.iter().collect();
        sizes.sort();
        hasher.update(format!("{sizes:?}").as_bytes());
        Key::from(&hasher).short()
    }

    fn address(&self, target: &Target) -> String {
        match target {
            Target::Outside(url) => url.clone(),
            Target::File(address) => format!("{}{}", self.root, encoded(address)),
            Target::Inside(Inside { url, anchor }) => {
                let anchor = anchor
                    .as_ref()
                    .map(|anchor| format!("#{}", encoded(anchor)))
                    .unwrap_or_default();
                if url == self.url && !anchor.is_empty() {
                    anchor
                } else {
                    format!("{}{url}{anchor}", self.root)
                }
            }
        }
    }

    fn tick(&self, id: &str, html: &mut String) {
        let item = self.whole.item(id);
        let parent = item.is_some_and(|item| !item.children.is_empty());
        let anchor = item_anchor(id);
        let children: Vec<&str> = item
            .map(|item| super::map::countable(&item.children))
            .unwrap_or_default();
        let decided = match item.map(|item| &item.rule) {
            Some(Rule::Lab { .. } | Rule::Measured { .. }) => " data-decided=\"lab\" disabled",
            // A server reads the learner's file; a published page has to take a word for it.
            Some(Rule::Artifact { .. }) if self.whole.look.live => {
                " data-decided=\"artifact\" disabled"
            }
            _ => "",
        };
        html.push_str(&format!(
            "<label class=\"tick\" id=\"{anchor}\"><input type=\"checkbox\""
        ));
        if parent {
            // Done when everything below it is; never ticked itself.
            html.push_str(&format!(
                " data-items=\"{}\" disabled",
                escape(&children.join(" "))
            ));
        } else {
            html.push_str(&format!(" data-item=\"{}\"{decided}", escape(id)));
        }
        html.push_str("><span class=\"tick-text\">");
    }

    fn tick_end(&self, id: &str, html: &mut String) {
        html.push_str("</span></label>");
        match self.whole.item(id).map(|item| &item.rule) {
            Some(Rule::Lab { lab, checks }) => {
                let anchor = match checks {
                    Checks::Part(part) => format!("#part-{part}"),
                    Checks::All | Checks::Named(_) => String::new(),
                };
                let lab = escape(lab);
                html.push_str(&format!(
                    "<span class=\"rule\">decided by the lab <a href=\"{}labs/{lab}/{anchor}\">{lab}</a></span>",
                    self.root
                ));
            }
            Some(Rule::Measured { lab, check, bound }) => {
                let (part, name) = check.split_once('/').unwrap_or((check, ""));
                html.push_str(&format!(
                    "<span class=\"rule\">counted by the lab <a href=\"{}labs/{lab}/#part-{}\">{}</a>: <code>{}</code> {bound}</span>",
                    self.root,
                    escape(part),
                    escape(lab),
                    escape(name)
                ));
            }
            Some(Rule::Artifact { path, .. }) => {
                html.push_str(&format!(
                    "<span class=\"rule\">{} <code>{}</code></span>",
                    if self.whole.look.live {
                        "decided by the file"
                    } else {
                        "in"
                    },
                    escape(path)
                ));
            }
            _ => {}
        }
    }
}

/// The text of a stop, when it has any.
pub(super) fn prose(
    whole: &Whole<'_>,
    stop: &Stop,
    root: &str,
    choose: impl Fn(&LinkedPage) -> &[Piece],
) -> String {
    let Some(page) = stop.page.and_then(|page| whole.site.pages.get(page.0)) else {
        return String::new();
    };
    let filler = Filler {
        whole,
        page,
        url: &stop.url,
        root,
    };
    filler.html(choose(page))
}
