//! A site in a folder, as `course build` leaves it: only what changed is rendered and written, and the whole is never held.
//!
//! What the folder holds of a page is the stamp of its file. A build that would come to what is there does nothing
//! (`saved.rs` knows); else the pages go one by one from their templates to their files.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use sorted::SortedMap;

use super::Bytes;
use super::cache::Cache;
use super::documents;
use super::lab_texts::LabTexts;
use super::map::Stop;
use super::offline;
use super::pipeline::{ChangeSet, Input, pipeline};
use super::render::{DuePage, Rendered};
use super::saved::{Inputs, Looked, Outcome, Saved, Stamp};
use super::search::Search;
use super::sink::{NotTaken, Sink};
use super::write::{self, NotWritten, Wrote};
use crate::course::Problem;
use crate::course::keyed::Key;

/// What a build did.
#[derive(Debug)]
pub struct BuildReport {
    /// The folder.
    pub out: PathBuf,
    /// Pages in all.
    pub pages: usize,
    /// What was written.
    pub wrote: Wrote,
    /// What is wrong but stops nothing.
    pub warnings: Vec<Problem>,
    /// How long it took.
    pub took: Duration,
}

/// Builds the site of a course into a folder.
///
/// # Errors
/// Everything that is wrong with the course, sorted by file and place.
pub fn build(input: &Input, out: &Path) -> Result<BuildReport, Vec<Problem>> {
    let start = Instant::now();
    let report = |outcome: Outcome, wrote| BuildReport {
        out: out.to_path_buf(),
        pages: outcome.pages,
        wrote,
        warnings: outcome.warnings,
        took: start.elapsed(),
    };
    let saved = Saved::read(&input.config, out);
    let (before, unchanged) = saved.look(input);
    if let Some(outcome) = unchanged {
        let wrote = Wrote {
            files: outcome.files,
            ..Wrote::default()
        };
        return Ok(report(outcome, wrote));
    }
    let mut cache = Cache::for_one_run(&input.config, saved.pages());
    let mut folder = Folder {
        files: write::Folder::at(out),
    };
    let (outcome, wrote) = pipeline(input, &ChangeSet::Anything, &mut cache, &mut folder)?;
    let after = Inputs::of(input, &outcome.listed);
    let looked = Looked { before, after };
    Saved::keep(input, out, cache.pages, looked, &outcome);
    Ok(report(outcome, wrote))
}

/// The sink of a site in a folder.
struct Folder {
    files: write::Folder,
}

impl Folder {
    fn put(&self, file: &str, bytes: &[u8]) -> Result<(), Problem> {
        self.files.put(file, bytes).map_err(unwritten)
    }

    /// The service worker of a site with these pages, which are written already, and files.
    fn worker(&self, input: &Input, stops: &[Stop], files: &SortedMap<String, Bytes>) -> String {
        let mut kept = SortedMap::new();
        if input.module.is_some() {
            let pages = stops.iter().filter(|stop| offline::keeps_page(stop.shows));
            kept.extend(pages.filter_map(|stop| {
                let bytes = std::fs::read(self.files.path(&stop.file())).ok()?;
                Some((stop.url.clone(), lab::sha256(&bytes)))
            }));
            let files = files.iter().filter(|(file, _)| offline::keeps_file(file));
            kept.extend(files.map(|(file, bytes)| (file.clone(), lab::sha256(bytes.as_ref()))));
        }
        offline::worker(&kept)
    }
}

fn unwritten((path, error): NotWritten) -> Problem {
    Problem::error(path, format!("cannot be written: {error}"))
}

impl Sink for Folder {
    type Page = Stamp;
    type Output = (Outcome, Wrote);

    fn open(&mut self) -> Result<(), Problem> {
        self.files.open().map_err(unwritten)
    }

    fn page(&self, page: &DuePage<'_>, before: Option<&(Key, Stamp)>) -> Result<Stamp, NotTaken> {
        let file = page.stop().file();
        let path = self.files.path(&file);
        if let Some((key, stamp)) = before
            && *key == page.key
            && *stamp == Stamp::of(&path)
        {
            self.files.leave(&file);
            return Ok(stamp.clone());
        }
        let rendered = page.render(None)?;
        self.put(&file, rendered.html.as_ref())
            .map_err(NotTaken::Unwritten)?;
        Ok(Stamp::of(&path))
    }

    fn write(
        &mut self,
        input: &Input,
        rendered: Rendered<Stamp>,
    ) -> Result<Self::Output, Vec<Problem>> {
        let Rendered { linked, files, .. } = rendered;
        let listed = linked.site.pages.iter();
        let listed = listed.flat_map(|page| page.parsed.files());
        let mapped = linked.site.lab_texts.iter().flat_map(LabTexts::files);
        let listed = listed.chain(mapped);
        let mut outcome = Outcome {
            listed: listed.map(PathBuf::from).collect(),
            pages: linked.site.map.stops.len(),
            files: 0,
            warnings: linked.warnings,
        };
        let documents = documents::documents(&linked.site);
        let files = files.unwrap_or_default();
        let worker = self.worker(input, &linked.site.map.stops, &files);
        self.put(offline::WORKER, worker.as_bytes())
            .map_err(|problem| vec![problem])?;
        // The texts of pages are written; what finds them is all that is still needed.
        drop(linked.site);
        let search = Search::over(documents);
        let all: Vec<_> = files.iter().chain(search.files()).collect();
        all.into_par_iter()
            .try_for_each(|(file, bytes)| self.put(file, bytes.as_ref()))
            .map_err(|problem| vec![problem])?;
        let wrote = self.files.finish();
        let wrote = wrote.map_err(|error| vec![unwritten(error)])?;
        outcome.files = wrote.files;
        Ok((outcome, wrote))
    }
}
