//! Facts kept once: devices, models, papers, tools, terms, read from `content/data/*.yaml`.
//!
//! Every number has a unit in its name's documentation and a source in its row; what follows from other numbers (the ridge)
//! is computed. A file that is not there is an empty list; a wrong row is a problem with its place, like any other.

use std::path::Path;

use super::device::{self, Device};
use super::disk::{self, Unread};
use super::front::Yaml;
use super::model_spec::{self, ModelSpec};
use super::problem::Problem;
use super::yaml::{Node, Value};

/// Where the words of the field stand.
const TERMS: &str = "content/data/terms.yaml";

/// All the facts of a course.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// GPUs.
    pub devices: Vec<Device>,
    /// Language models.
    pub models: Vec<ModelSpec>,
    /// Papers, as listed.
    pub papers: Vec<Paper>,
    /// Tools, as listed.
    pub tools: Vec<Tool>,
    /// Words of the field.
    pub terms: Vec<Term>,
    /// Where each row's id stands.
    pub(crate) ids: Vec<Place>,
    /// Where each page that a term names stands.
    pub(crate) references: Vec<Place>,
}

/// An id and where it is written.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The id.
    pub id: String,
    /// The file, relative to the course's root.
    pub path: &'static str,
    /// Its line and column.
    pub at: (u32, u32),
}

/// A paper.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paper {
    /// `paper.gptq`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its first author, `and others`.
    pub authors: String,
    /// Of its first version.
    pub year: u32,
    /// Where to read it.
    pub url: String,
    /// What to read it for.
    pub why: String,
}

/// A tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tool {
    /// `tool.vllm`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is for.
    pub group: String,
    /// Its home.
    pub url: String,
    /// What it does, in one sentence.
    pub note: String,
    /// Set when it is no longer developed.
    pub status: String,
}

/// A word of the field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Term {
    /// `term.warp`.
    pub id: String,
    /// The word.
    pub name: String,
    /// What it means.
    pub text: String,
    /// Id of the page that teaches it.
    pub see: String,
}

impl Catalog {
    /// The device of this id.
    pub fn device(&self, id: &str) -> Option<&Device> {
        self.devices.iter().find(|d| d.id == id)
    }
}

/// The devices of the course at `root`, or none where its list has a fault: what needs them says so in its own words.
pub fn devices(root: &Path) -> Vec<Device> {
    let mut problems = Vec::new();
    let rows = Reader::new(root, &mut problems).rows(device::FILE, device::row);
    if problems.is_empty() {
        rows
    } else {
        Vec::new()
    }
}

/// The devices of the course that this program was built with.
pub fn shipped_devices() -> Vec<Device> {
    let text = include_str!("../../content/data/devices.yaml");
    Reader::new(Path::new(""), &mut Vec::new()).text_rows(device::FILE, text, device::row)
}

/// The words of the course at `root`, as far as their list can be read.
pub fn terms(root: &Path) -> Vec<Term> {
    Reader::new(root, &mut Vec::new()).rows(TERMS, term)
}

/// The words of the course that this program was built with.
pub fn shipped_terms() -> Vec<Term> {
    let text = include_str!("../../content/data/terms.yaml");
    Reader::new(Path::new(""), &mut Vec::new()).text_rows(TERMS, text, term)
}

/// Reads the facts of the course at `root`.
pub(crate) fn read(root: &Path, problems: &mut Vec<Problem>) -> Catalog {
    let mut catalog = Catalog::default();
    let mut reader = Reader::new(root, problems);
    catalog.devices = reader.rows(device::FILE, device::row);
    catalog.models = reader.rows(model_spec::FILE, model_spec::row);
    catalog.papers = reader.rows("content/data/papers.yaml", paper);
    catalog.tools = reader.rows("content/data/tools.yaml", tool);
    catalog.terms = reader.rows(TERMS, term);
    Catalog {
        ids: reader.ids,
        references: reader.references,
        ..catalog
    }
}

struct Reader<'a> {
    root: &'a Path,
    problems: &'a mut Vec<Problem>,
    ids: Vec<Place>,
    references: Vec<Place>,
}

impl<'a> Reader<'a> {
    fn new(root: &'a Path, problems: &'a mut Vec<Problem>) -> Reader<'a> {
        Reader {
            root,
            problems,
            ids: Vec::new(),
            references: Vec::new(),
        }
    }

    fn rows<T>(&mut self, path: &'static str, row: fn(&mut Yaml<'_>, &Node) -> T) -> Vec<T> {
        let text = match disk::text(self.root, Path::new(path)) {
            Ok(text) => text,
            Err(Unread::Missing) => return Vec::new(),
            Err(unread) => {
                self.problems.push(unread.problem(Path::new(path)));
                return Vec::new();
            }
        };
        self.text_rows(path, &text, row)
    }

    fn text_rows<T>(
        &mut self,
        path: &'static str,
        text: &str,
        row: fn(&mut Yaml<'_>, &Node) -> T,
    ) -> Vec<T> {
        let mut yaml = Yaml::new(Path::new(path), text, 0, self.problems);
        let Some(root) = yaml.root(text) else {
            return Vec::new();
        };
        let Value::List(nodes) = &root.value else {
            let message = format!("expected a list of rows, found {}", root.value.kind());
            yaml.add(root.line, root.column, message, None);
            return Vec::new();
        };
        let rows = nodes.iter().map(|node| row(&mut yaml, node)).collect();
        for node in nodes {
            self.ids.extend(place(node, "id", path));
            self.references.extend(place(node, "see", path));
        }
        rows
    }
}

fn place(row: &Node, key: &str, path: &'static str) -> Option<Place> {
    let Value::Map(pairs) = &row.value else {
        return None;
    };
    let (_, value) = pairs
        .iter()
        .find(|(k, _)| matches!(&k.value, Value::Text(name) if name == key))?;
    let Value::Text(id) = &value.value else {
        return None;
    };
    Some(Place {
        id: id.clone(),
        path,
        at: (value.line, value.column),
    })
}

/// The keys of a paper, a tool and a term; the last of each may be left out.
pub(crate) const PAPER_KEYS: [&str; 6] = ["id", "title", "authors", "year", "url", "for"];
pub(crate) const TOOL_KEYS: [&str; 6] = ["id", "name", "group", "url", "note", "status"];
pub(crate) const TERM_KEYS: [&str; 4] = ["id", "name", "text", "see"];

fn paper(yaml: &mut Yaml<'_>, node: &Node) -> Paper {
    let mut row = Paper::default();
    for (key, value) in yaml.map(node, &PAPER_KEYS, &PAPER_KEYS[..5]) {
        match key {
            "id" => row.id = yaml.id(key, value),
            "title" => row.title = yaml.text(key, value),
            "authors" => row.authors = yaml.text(key, value),
            "year" => row.year = yaml.whole(key, value).unwrap_or(0),
            "url" => row.url = url(yaml, key, value),
            _ => row.why = yaml.text(key, value),
        }
    }
    row
}

fn tool(yaml: &mut Yaml<'_>, node: &Node) -> Tool {
    let mut row = Tool::default();
    for (key, value) in yaml.map(node, &TOOL_KEYS, &TOOL_KEYS[..5]) {
        match key {
            "id" => row.id = yaml.id(key, value),
            "name" => row.name = yaml.text(key, value),
            "group" => row.group = yaml.text(key, value),
            "url" => row.url = url(yaml, key, value),
            "note" => row.note = yaml.text(key, value),
            _ => row.status = yaml.text(key, value),
        }
    }
    row
}

fn term(yaml: &mut Yaml<'_>, node: &Node) -> Term {
    let mut row = Term::default();
    for (key, value) in yaml.map(node, &TERM_KEYS, &TERM_KEYS[..3]) {
        match key {
            "id" => row.id = yaml.id(key, value),
            "name" => row.name = yaml.text(key, value),
            "text" => row.text = yaml.text(key, value),
            _ => row.see = yaml.id(key, value),
        }
    }
    row
}

fn url(yaml: &mut Yaml<'_>, key: &str, node: &Node) -> String {
    let url = yaml.text(key, node);
    if !url.is_empty() && !url.starts_with("https://") {
        yaml.add(
            node.line,
            node.column,
            format!("`{url}` is not an address"),
            Some("start it with `https://`".into()),
        );
    }
    url
}
