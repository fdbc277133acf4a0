//! What lies in a site's folder besides pages and the search: static files, pictures and data of the content, the outline that a
//! page's own script counts from, the map of the site, forms, the feed.

use sorted::SortedMap;

use super::link::LinkedSite;
use super::pipeline::Input;
use super::render::Look;
use super::{Bytes, around, forms, offline, pages, published, templates, tried, way};
use crate::course::{Problem, disk};

/// Each of them by its path below the site's root.
///
/// # Errors
/// Files that cannot be read.
pub(super) fn of(
    input: &Input,
    site: &LinkedSite,
    look: &Look,
) -> Result<SortedMap<String, Bytes>, Vec<Problem>> {
    let config = &input.config;
    let mut files: SortedMap<String, Bytes> =
        templates::static_files(config, &site.course.interface, site.has_kernels())?
            .into_iter()
            .map(|(name, bytes)| (format!("static/{name}"), Bytes::Raw(bytes.into())))
            .collect();
    if let Some(module) = &input.module {
        files.insert(module.file().to_owned(), Bytes::Raw(module.bytes().clone()));
        files.insert(module.headers(), Bytes::Text(simt::headers::apart().into()));
        let manifest = Bytes::Text(offline::manifest(site).into());
        files.insert(offline::MANIFEST.to_owned(), manifest);
    }
    if let Some(module) = &input.programs {
        files.insert(module.file().to_owned(), Bytes::Raw(module.bytes().clone()));
    }
    if look.runs() {
        for (path, text) in &*site.programs {
            files.insert(tried::address(path), Bytes::Text(text.clone()));
        }
    }
    let mut problems = Vec::new();
    for (address, path) in &*site.files {
        match disk::bytes(&config.root, path) {
            Ok(bytes) => drop(files.insert(address.clone(), Bytes::Raw(bytes.into()))),
            Err(unread) => problems.push(unread.problem(path)),
        }
    }
    let tables = [
        ("outline.json", way::outline(site)),
        ("questions.json", pages::questions(site)),
    ];
    for (address, table) in tables {
        let bytes = serde_json::to_vec(&table).unwrap_or_default();
        files.insert(address.to_owned(), Bytes::Raw(bytes.into()));
    }
    for (address, text) in around::files(site).into_iter().chain(forms::files(site)) {
        files.insert(address, Bytes::Text(text.into()));
    }
    if look.publishes_log(site) {
        let feed = published::feed(site, &look.log);
        files.insert(published::FEED.to_owned(), Bytes::Text(feed.into()));
    }
    match problems.is_empty() {
        true => Ok(files),
        false => Err(problems),
    }
}
