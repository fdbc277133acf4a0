//! Templates and static files: the course's own when its root has the folder, ours otherwise.
//!
//! Ours are built in, so a course is a folder of content and nothing else. A template that does not parse is a
//! problem with its file and line, like any other.

use std::path::Path;

use sorted::SortedMap;
use tera::{Context, Tera};

use crate::config::Config;
use crate::course::disk::{self, Unread};
use crate::course::{Interface, Problem};

macro_rules! built_in {
    ($include:ident $folder:literal: $($name:literal),+ $(,)?) => {
        &[$(($name, $include!(concat!("../../", $folder, "/", $name)))),+]
    };
}

const TEMPLATES: &[(&str, &str)] = built_in!(include_str "templates":
    "base.html", "parts.html", "course.html", "part.html", "module.html", "lesson.html", "lab.html",
    "tier.html", "task.html", "page.html", "labs.html", "codes.html", "code.html", "dashboard.html", "log.html", "404.html", "broken.html",
    "catalogue.html", "template.html", "templates.html", "tags.html", "tag.html", "tracks.html", "track.html", "day.html", "print.html",
    "playground.html",
);

const STATIC: &[(&str, &[u8])] = built_in!(include_bytes "static":
    "style/frame.css",
    "style/text.css",
    "style/pages.css",
    "code.css",
    "search.css",
    "theme.js",
    "site.js",
    "search.js",
    "standing.js",
    "standing.wasm",
    "progress.js",
    "practice.js",
    "live.js",
    "keys.js",
    "study.js",
    "calc.js",
    "offline.js",
    "icon.svg",
    "lab.css",
    "lab/access.js",
    "lab/attempt.js",
    "lab/begun.js",
    "lab/beside.js",
    "lab/blake3.js",
    "lab/brackets.js",
    "lab/brought.js",
    "lab/charts.js",
    "lab/costs.js",
    "lab/count.js",
    "lab/database.js",
    "lab/dialogs.js",
    "lab/difference.js",
    "lab/editor.js",
    "lab/engine.js",
    "lab/find-worker.js",
    "lab/find.js",
    "lab/form.js",
    "lab/frame.js",
    "lab/judging.js",
    "lab/kept.js",
    "lab/kernels.js",
    "lab/keys.js",
    "lab/lab.js",
    "lab/launch.js",
    "lab/layer.js",
    "lab/left.js",
    "lab/lines.js",
    "lab/live.js",
    "lab/matches.js",
    "lab/named.js",
    "lab/notice.js",
    "lab/page.js",
    "lab/places.js",
    "lab/play.css",
    "lab/play.js",
    "lab/predictions.js",
    "lab/problems.js",
    "lab/result.css",
    "lab/result.js",
    "lab/run.js",
    "lab/runs.js",
    "lab/see.css",
    "lab/see.js",
    "lab/seeing.js",
    "lab/seen.js",
    "lab/share.js",
    "lab/sight.js",
    "lab/spans.js",
    "lab/stepper.js",
    "lab/trace.js",
    "lab/try.js",
    "lab/typing.js",
    "lab/undoable.js",
    "lab/unpack.js",
    "lab/verdict.js",
    "lab/words.js",
    "lab/watched.js",
    "lab/worker.js",
    "timed.js",
);

/// The style sheet of every page is written in these files, and is one when a page asks for it.
const SHEET: (&str, [&str; 3]) = (
    "style.css",
    ["style/frame.css", "style/text.css", "style/pages.css"],
);

/// The templates, ready to render.
#[derive(Default)]
pub struct Templates {
    tera: Tera,
    /// Changes when any template does.
    pub hash: String,
}

impl std::fmt::Debug for Templates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Templates({})", self.hash)
    }
}

/// The largest page that a template may write.
const LARGEST: usize = 64 << 20;

/// A page while it is written.
#[derive(Default)]
struct Bounded {
    text: Vec<u8>,
    full: bool,
}

impl std::io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.text.len() + bytes.len() > LARGEST {
            self.full = true;
            return Err(std::io::Error::other("the page is too large"));
        }
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Templates {
    /// Reads them; words of the interface, which stand between `{=` and `=}`, become the course's.
    ///
    /// # Errors
    /// Those that do not parse.
    pub fn load(config: &Config, interface: &Interface) -> Result<Templates, Vec<Problem>> {
        let built_in: Vec<(&str, &[u8])> = TEMPLATES
            .iter()
            .map(|(name, text)| (*name, text.as_bytes()))
            .collect();
        let texts = files(config, &config.templates(), &built_in)?;
        let texts: Vec<(String, String)> = texts
            .into_iter()
            .filter(|(name, _)| name.ends_with(".html"))
            .map(|(name, bytes)| (name, worded(&String::from_utf8_lossy(&bytes), interface)))
            .collect();
        Templates::of(&texts).map_err(|problem| vec![problem])
    }

    /// Ours alone, for a page that must be shown whatever the course's own templates are.
    pub fn built_in() -> Templates {
        let texts: Vec<(String, String)> = TEMPLATES
            .iter()
            .map(|(name, text)| ((*name).to_owned(), worded(text, &Interface::default())))
            .collect();
        // A test renders every one of them.
        Templates::of(&texts).unwrap_or_else(|_| Templates {
            tera: Tera::default(),
            hash: String::new(),
        })
    }

    fn of(texts: &[(String, String)]) -> Result<Templates, Problem> {
        let mut hasher = blake3::Hasher::new();
        for (name, text) in texts {
            hasher
                .update(name.as_bytes())
                .update(&[0])
                .update(text.as_bytes())
                .update(&[0]);
        }
        let mut tera = Tera::default();
        tera.add_raw_templates(
            texts
                .iter()
                .map(|(name, text)| (name.as_str(), text.as_str())),
        )
        .map_err(|error| template_problem(&error))?;
        Ok(Templates {
            tera,
            hash: hasher.finalize().to_hex().to_string(),
        })
    }

    /// Renders a page.
    ///
    /// # Errors
    /// What is wrong with the template.
    pub fn render(&self, template: &str, context: &serde_json::Value) -> Result<String, Problem> {
        let mut page = Bounded::default();
        let rendered = Context::from_serialize(context)
            .and_then(|context| self.tera.render_to(template, &context, &mut page));
        if page.full {
            let message = format!("a page of more than {} MB", LARGEST >> 20);
            let help = "a loop in the template, or in one that it includes, writes without an end";
            let path = Path::new("templates").join(template);
            return Err(Problem::error(path, message).help(help));
        }
        rendered.map_err(|error| template_problem(&error))?;
        // Tera writes text, so nothing is replaced.
        Ok(String::from_utf8(page.text)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }
}

/// The page that says what is wrong, for when no site could ever be built.
pub fn broken_page(config: &Config, root: &str, url: &str, problems: &[Problem]) -> String {
    let context = serde_json::json!({
        "root": if root.is_empty() { "./" } else { root },
        "url": url,
        "problems": Problem::list(problems),
    });
    let own = Templates::load(config, &Interface::default())
        .and_then(|own| own.render("broken.html", &context).map_err(|p| vec![p]));
    own.or_else(|_| Templates::built_in().render("broken.html", &context))
        .unwrap_or_else(|problem| problem.to_string())
}

/// The names of the built-in templates.
pub fn template_names() -> impl Iterator<Item = &'static str> {
    TEMPLATES.iter().map(|(name, _)| *name)
}

/// A built-in template by its name (`base.html`).
pub fn built_in_template(name: &str) -> Option<&'static str> {
    let (_, text) = TEMPLATES.iter().find(|(known, _)| *known == name)?;
    Some(text)
}

/// A built-in static file by its address (`static/style.css`).
pub fn built_in_file(address: &str) -> Option<Vec<u8>> {
    let name = address.rsplit_once("static/")?.1;
    let files = STATIC.iter();
    let files = files.map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()));
    one_sheet(files.collect()).remove(name)
}

/// The static files of the site by address, with the course's colours and its words; without kernels none of those that are for them.
///
/// # Errors
/// Files that cannot be read; a logo that is not there.
pub fn static_files(
    config: &Config,
    interface: &Interface,
    has_kernels: bool,
) -> Result<SortedMap<String, Vec<u8>>, Vec<Problem>> {
    let is_needed = |name: &str| has_kernels || !(name.starts_with("lab/") || name == "timed.js");
    let built_in = STATIC.iter().filter(|(name, _)| is_needed(name));
    let built_in: Vec<(&str, &[u8])> = built_in.copied().collect();
    let mut files = files(config, &config.static_dir(), &built_in).map(one_sheet)?;
    let logo = interface.logo.strip_prefix("static/");
    if let Some(logo) = logo.filter(|logo| !files.contains_key(*logo)) {
        let message = format!("the logo `static/{logo}` is not there");
        let help = "put the picture into the course's folder `static`, or leave `logo` out";
        return Err(vec![
            Problem::error("content/course.yaml", message).help(help),
        ]);
    }
    if let Some(sheet) = files.get_mut(SHEET.0) {
        sheet.extend_from_slice(interface.style().as_bytes());
    }
    if !interface.words.is_empty() {
        let table = serde_json::to_string(&interface.words).unwrap_or_default();
        let script = format!("window.courseWords = {table};\n");
        files.insert("words.js".to_owned(), script.into_bytes());
    }
    Ok(files)
}

/// A template with the words between `{=` and `=}` in the course's language.
fn worded(text: &str, interface: &Interface) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{=") {
        let Some((word, after)) = after.split_once("=}") else {
            break;
        };
        out.push_str(before);
        out.push_str(&interface.word(word));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The same files with the style sheet as one; a course that has a whole one of its own keeps that.
fn one_sheet(mut files: SortedMap<String, Vec<u8>>) -> SortedMap<String, Vec<u8>> {
    let (name, parts) = SHEET;
    let parts: Vec<Vec<u8>> = parts
        .iter()
        .filter_map(|part| files.remove(*part))
        .collect();
    files
        .entry(name.to_owned())
        .or_insert_with(|| parts.concat());
    files
}

/// What lies in the folder, over what is built in.
fn files(
    config: &Config,
    folder: &Path,
    built_in: &[(&str, &[u8])],
) -> Result<SortedMap<String, Vec<u8>>, Vec<Problem>> {
    let mut files: SortedMap<String, Vec<u8>> = built_in
        .iter()
        .map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()))
        .collect();
    let root = &config.root;
    let below = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_path_buf();
    let found = disk::files(root, folder);
    let outside = found
        .outside
        .iter()
        .map(|path| Unread::Outside.problem(&below(path)));
    let mut problems: Vec<Problem> = outside.collect();
    for path in &found.files {
        let name = super::paths::slashes(path.strip_prefix(folder).unwrap_or(path));
        match disk::bytes(root, &below(path)) {
            Ok(bytes) => drop(files.insert(name, bytes)),
            Err(unread) => problems.push(unread.problem(&below(path))),
        }
    }
    if problems.is_empty() {
        Ok(files)
    } else {
        Err(problems)
    }
}

/// Tera's report begins with what is wrong and names file and line below it.
fn template_problem(error: &tera::Error) -> Problem {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(inner) = source {
        text.push('\n');
        text.push_str(&inner.to_string());
        source = inner.source();
    }
    let message = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or("cannot be rendered")
        .trim_start_matches("error: ")
        .trim_end_matches('.')
        .to_owned();
    let place = text
        .lines()
        .find_map(|line| line.split_once("-->").map(|(_, place)| place.trim()))
        .or_else(|| text.split(['[', ']']).find(|part| part.contains(".html:")));
    let mut parts = place.unwrap_or_default().split(':');
    let file = parts.next().unwrap_or_default().trim();
    let number = |part: Option<&str>| part.and_then(|p| p.trim().parse().ok()).unwrap_or(0);
    let (line, column) = (number(parts.next()), number(parts.next()));
    Problem::error(Path::new("templates").join(file), message).at(line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(own: &[(&str, &str)]) -> (String, usize) {
        let own = own.iter().map(|(name, text)| (*name, text.as_bytes()));
        let files = STATIC.iter().copied().chain(own);
        let files = files.map(|(name, bytes)| (name.to_owned(), bytes.to_vec()));
        let mut files = one_sheet(files.collect());
        let sheet = files.remove("style.css").unwrap();
        let parts = files.keys().filter(|name| name.starts_with("style/"));
        (String::from_utf8(sheet).unwrap(), parts.count())
    }

    #[test]
    fn every_script_and_style_is_built_in() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = root.join("static");
        let found = disk::files(root, &folder).files;
        let names = found
            .iter()
            .filter_map(|path| path.strip_prefix(&folder).ok());
        let names = names.map(super::super::paths::slashes);
        let missing: Vec<String> = names
            .filter(|name| !name.starts_with("readme/"))
            .filter(|name| !STATIC.iter().any(|(built_in, _)| built_in == name))
            .collect();
        assert!(missing.is_empty(), "add to STATIC: {missing:?}");
    }

    #[test]
    fn the_style_sheet_is_one_file_whatever_a_course_replaces() {
        let (ours, parts) = sheet(&[]);
        assert_eq!(parts, 0, "a page asks for none of the parts");
        let at = |words: &str| ours.find(words).unwrap();
        assert!(at("--ground") < at(".crumbs {") && at(".crumbs {") < at(".card {"));
        let (part, _) = sheet(&[("style/text.css", "p { color: red }")]);
        assert!(part.contains("p { color: red }") && part.contains(".card {"));
        assert!(!part.contains(".crumbs {"));
        let (own, _) = sheet(&[("style.css", "p { color: red }")]);
        assert_eq!(own, "p { color: red }");
    }
}
