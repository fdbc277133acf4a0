//! What a site has besides its pages: a map for search engines, and pages at former addresses that lead on.
//!
//! A page's `aliases` that begin with a slash are addresses it had (`/old/place/`); the others are ids, and no concern of
//! this file. The map needs to know where the site will be: `url` in `course.yaml`.

use sorted::SortedMap;

use super::highlight::escape;
use super::link::LinkedSite;
use super::map::{PLAYGROUND, Shows, SiteMap};
use super::render::root_of;
use crate::course::interface::Entry;
use crate::course::{Course, Page, Problem};

/// Former addresses that cannot be: odd ones, and those that are taken.
pub(super) fn problems(course: &Course, map: &SiteMap) -> Vec<Problem> {
    let mut problems = Vec::new();
    let interface = &course.interface;
    let menu = interface.menu.iter().flatten();
    let inside = menu
        .chain(&interface.footer)
        .filter(|one| !one.url.contains(':'));
    // The same course has a playground or none, as a module could be made or not: its menu is right either way.
    let is_missing = |one: &&Entry| map.at(&one.url).is_none() && one.url != PLAYGROUND;
    for entry in inside.filter(is_missing) {
        let (line, column) = entry.place;
        let message = format!(
            "a menu leads to `{}`, and the site has no such page",
            entry.url
        );
        let help = "a page's address begins at the site's root and ends in `/`, as `first-part/`; `labs` and `codes` are pages where the course has labs, and labs in CUDA";
        problems.push(
            Problem::error("content/course.yaml", message)
                .at(line, column)
                .help(help),
        );
    }
    let mut taken: SortedMap<String, &Page> = SortedMap::new();
    for page in &course.pages {
        for alias in addresses(page) {
            let mut wrong = |message: String, help: &str| {
                problems.push(Problem::error(&page.path, message).help(help))
            };
            let Some(address) = tidy(alias) else {
                wrong(
                    format!("the alias `{alias}` is no address of a page"),
                    "write it as `/old/place/`, in letters, digits, `-`, `_` and `.`",
                );
                continue;
            };
            if map.at(&address).is_some() {
                wrong(
                    format!("the alias `{alias}` is the address of a page"),
                    "an alias is an address that nothing else has",
                );
            } else if let Some(first) = taken.insert(address, page) {
                wrong(
                    format!(
                        "the alias `{alias}` is also that of `{}`",
                        first.path.display()
                    ),
                    "an address can lead to one page only",
                );
            }
        }
    }
    problems
}

fn addresses(page: &Page) -> impl Iterator<Item = &String> {
    page.front
        .aliases
        .iter()
        .filter(|alias| alias.starts_with('/'))
}

/// `/old/place` as `old/place/`; none when it is no address below the site's root.
fn tidy(alias: &str) -> Option<String> {
    let address = alias.trim_matches('/');
    let segment = |segment: &str| {
        let plain = segment
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
        plain && !segment.is_empty() && !segment.starts_with('.')
    };
    address
        .split('/')
        .all(segment)
        .then(|| format!("{address}/"))
}

/// Every file besides the pages, by its address.
pub(super) fn files(site: &LinkedSite) -> SortedMap<String, String> {
    let mut files: SortedMap<String, String> = site
        .course
        .pages
        .iter()
        .flat_map(|page| addresses(page).filter_map(move |alias| Some((tidy(alias)?, page))))
        .map(|(address, page)| {
            (
                format!("{address}index.html"),
                moved(&address, page, &site.course.interface.language),
            )
        })
        .collect();
    if !site.course.url.is_empty() {
        files.insert("sitemap.xml".to_owned(), sitemap(site));
        files.insert(
            "robots.txt".to_owned(),
            format!(
                "User-agent: *\nAllow: /\nSitemap: {}sitemap.xml\n",
                site.course.url
            ),
        );
    }
    files
}

/// A page at a former address: it leads on by itself, and says where to when a browser does not follow.
fn moved(address: &str, page: &Page, language: &str) -> String {
    let to = escape(&format!("{}{}", root_of(address), page.url));
    let title = escape(&page.title);
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">\n<title>{title} has moved</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta http-equiv=\"refresh\" content=\"0; url={to}\">\n\
         <link rel=\"canonical\" href=\"{to}\">\n</head>\n<body>\n<main>\n<h1>{title} has moved</h1>\n<p>It is at <a href=\"{to}\">its new address</a>.</p>\n</main>\n</body>\n</html>\n"
    )
}

/// The addresses of all pages that are the same for everyone.
fn sitemap(site: &LinkedSite) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for stop in &site.map.stops {
        if !matches!(stop.shows, Shows::NotFound | Shows::Dashboard | Shows::Log) {
            xml.push_str(&format!(
                "<url><loc>{}</loc></url>\n",
                escape(&format!("{}{}", site.course.url, stop.url))
            ));
        }
    }
    xml.push_str("</urlset>\n");
    xml
}
