//! Front matter and `course.yaml`: YAML trees become typed fields, every mistake listed with its place.
//!
//! An unknown key names the nearest known one; a missing key, a wrong type, a time that is none each get a line and a
//! column of the whole file, not of the YAML inside it.

use std::cell::OnceCell;
use std::path::Path;

use sorted::SortedMap;

use super::lines::Lines;
use super::minutes;
use super::model::Minutes;
use super::page::{Front, PageKind};
use super::problem::{Problem, meant};
use super::yaml::{Node, Value, parse};

/// A YAML text inside a file, and where its problems go.
pub(crate) struct Yaml<'a> {
    /// The file, relative to the course's root.
    pub path: &'a Path,
    /// The whole file, for excerpts.
    pub text: &'a str,
    /// Lines of the file before the YAML.
    pub skipped: u32,
    /// Where problems are added.
    pub problems: &'a mut Vec<Problem>,
    /// The file's lines, found when the first problem asks for one.
    lines: OnceCell<Lines<'a>>,
}

/// Where front matter's values stand in the file: by key, one place an element for lists.
pub(crate) type Places = SortedMap<String, Vec<(u32, u32)>>;

/// Keys that a page may have.
pub(crate) const PAGE: [&str; 18] = [
    "id",
    "kind",
    "title",
    "tagline",
    "requires",
    "goal",
    "end_state",
    "win",
    "tags",
    "themes",
    "labs",
    "minutes",
    "time",
    "optional",
    "aliases",
    "slug",
    "draft",
    "file",
];

/// A file split at its front matter.
pub(crate) struct Split<'t> {
    /// The YAML between the lines.
    pub yaml: &'t str,
    /// Where the body starts, in bytes.
    pub body: usize,
}

/// Finds the front matter of a page; without one, the error says how to write it.
pub(crate) fn split<'t>(path: &Path, text: &'t str) -> Result<Split<'t>, Problem> {
    let help = "start the file with `---`, the keys `id` and `title`, and `---` again";
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    if first.trim_end() != "---" {
        return Err(Problem::error(path, "no front matter")
            .at(1, 1)
            .help(help)
            .excerpt(text));
    }
    let mut at = first.len();
    for line in lines {
        if line.trim_end() == "---" {
            return Ok(Split {
                yaml: &text[first.len()..at],
                body: at + line.len(),
            });
        }
        at += line.len();
    }
    let open = "the front matter is not closed by a line `---`";
    Err(Problem::error(path, open).at(1, 1).help(help).excerpt(text))
}

/// A page's front matter, with the kind it names.
pub(crate) fn front(yaml: &mut Yaml<'_>, text: &str) -> (Front, Option<PageKind>, Places) {
    let (mut front, mut kind, mut places) = (Front::default(), None, Places::new());
    let Some(root) = yaml.root(text) else {
        return (front, kind, places);
    };
    let pairs = yaml.map(&root, &PAGE, &["id", "title"]);
    for (key, value) in pairs {
        places.insert(key.to_owned(), yaml.places(value));
        match key {
            "id" => front.id = yaml.id(key, value),
            "kind" => kind = yaml.kind(value),
            "title" => front.title = yaml.text(key, value),
            "tagline" => front.tagline = yaml.text(key, value),
            "requires" => front.requires = yaml.texts(key, value),
            "goal" => front.goal = yaml.text(key, value),
            "end_state" => front.end_state = yaml.text(key, value),
            "win" => front.win = yaml.text(key, value),
            "tags" => front.tags = yaml.texts(key, value),
            "themes" => front.themes = yaml.texts(key, value),
            "labs" => front.labs = yaml.texts(key, value),
            "minutes" | "time" => front.time = yaml.time(key, value),
            "optional" => front.optional = yaml.flag(key, value),
            "aliases" => front.aliases = yaml.texts(key, value),
            "file" => front.file = yaml.text(key, value),
            "draft" => front.draft = yaml.flag(key, value),
            _ => front.slug = yaml.text(key, value),
        }
    }
    (front, kind, places)
}

/// The most unknown keys of a map that are told; nobody mends a hundred in one go.
const MOST_UNKNOWN: usize = 100;

impl<'a> Yaml<'a> {
    /// For the YAML of a file that begins after `skipped` lines.
    pub fn new(
        path: &'a Path,
        text: &'a str,
        skipped: u32,
        problems: &'a mut Vec<Problem>,
    ) -> Yaml<'a> {
        Yaml {
            path,
            text,
            skipped,
            problems,
            lines: OnceCell::new(),
        }
    }
}

impl Yaml<'_> {
    /// Parses the YAML, or adds the problem.
    pub fn root(&mut self, text: &str) -> Option<Node> {
        match parse(text) {
            Ok(node) => Some(node),
            Err(error) => {
                let message = format!("not YAML: {}", error.message);
                self.add(error.line.max(1), error.column, message, None);
                None
            }
        }
    }

    /// Adds an error at a place of the YAML.
    pub fn add(&mut self, line: u32, column: u32, message: String, help: Option<String>) {
        let mut problem = Problem::error(self.path, message)
            .at(line + self.skipped, column)
            .line_of(self.lines.get_or_init(|| Lines::new(self.text)));
        problem.help = help;
        self.problems.push(problem);
    }

    /// The pairs of a map whose keys are known; the rest, and missing keys, become problems.
    pub fn map<'n>(
        &mut self,
        node: &'n Node,
        known: &[&'static str],
        required: &[&str],
    ) -> Vec<(&'static str, &'n Node)> {
        let Value::Map(pairs) = &node.value else {
            let message = format!("expected keys and values, found {}", node.value.kind());
            self.add(node.line, node.column, message, None);
            return Vec::new();
        };
        let mut found = Vec::new();
        let mut unknown = 0;
        for (key, value) in pairs {
            let Value::Text(name) = &key.value else {
                continue;
            };
            match known.iter().find(|k| *k == name) {
                Some(key) => found.push((*key, value)),
                None if unknown < MOST_UNKNOWN => {
                    unknown += 1;
                    let message = format!("unknown key `{name}`");
                    self.add(key.line, key.column, message, meant(name, known));
                }
                None => unknown += 1,
            }
        }
        if unknown > MOST_UNKNOWN {
            let message = format!("{} more unknown keys", unknown - MOST_UNKNOWN);
            self.add(node.line, node.column, message, None);
        }
        for key in required {
            if !found.iter().any(|(k, _)| k == key) {
                self.add(
                    node.line,
                    node.column,
                    format!("the key `{key}` is missing"),
                    None,
                );
            }
        }
        found
    }

    /// The elements of a list.
    pub fn list<'n>(&mut self, key: &str, node: &'n Node) -> &'n [Node] {
        match &node.value {
            Value::List(items) => items,
            Value::Null => &[],
            _ => {
                self.wrong(key, "a list", node);
                &[]
            }
        }
    }

    /// Text; a number is not one, so that `1.10` does not become `1.1`.
    pub fn text(&mut self, key: &str, node: &Node) -> String {
        match &node.value {
            Value::Text(text) => text.trim().to_owned(),
            _ => {
                self.wrong(key, "text", node);
                String::new()
            }
        }
    }

    /// Texts: a list, or one alone.
    pub fn texts(&mut self, key: &str, node: &Node) -> Vec<String> {
        match &node.value {
            Value::Text(text) => vec![text.trim().to_owned()],
            _ => self
                .list(key, node)
                .iter()
                .map(|item| self.text(key, item))
                .collect(),
        }
    }

    /// An id: lower-case letters, digits and marks.
    pub fn id(&mut self, key: &str, node: &Node) -> String {
        let id = self.text(key, node);
        if !id.is_empty() && !super::braces::is_id(&id) {
            let help = "ids are lower-case letters, digits, `.`, `-`, `_` and `/`".to_owned();
            self.add(
                node.line,
                node.column,
                format!("`{id}` is not an id"),
                Some(help),
            );
        }
        id
    }

    /// True or false.
    pub fn flag(&mut self, key: &str, node: &Node) -> bool {
        match node.value {
            Value::Bool(flag) => flag,
            _ => {
                self.wrong(key, "true or false", node);
                false
            }
        }
    }

    /// A whole number that is not negative.
    pub fn whole(&mut self, key: &str, node: &Node) -> Option<u32> {
        let number = match node.value {
            Value::Int(n) => u32::try_from(n).ok(),
            _ => None,
        };
        if number.is_none() {
            self.wrong(key, "a whole number", node);
        }
        number
    }

    /// Minutes: `40`, `[40, 60]`, or words with a unit.
    pub fn time(&mut self, key: &str, node: &Node) -> Minutes {
        match &node.value {
            Value::Text(words) => {
                let time = minutes::parse(words);
                if time.is_none() {
                    let help =
                        Some("write `60–90 min`, `2 hours`, or a number of minutes".to_owned());
                    self.add(
                        node.line,
                        node.column,
                        format!("`{words}` is not a time"),
                        help,
                    );
                }
                time.map(|(m, _)| m).unwrap_or_default()
            }
            Value::List(ends) if ends.len() == 2 => {
                let ends: Vec<u32> = ends.iter().filter_map(|end| self.whole(key, end)).collect();
                let (min, max) = (ends.iter().min(), ends.iter().max());
                Minutes {
                    min: min.copied().unwrap_or(0),
                    max: max.copied().unwrap_or(0),
                }
            }
            Value::Int(_) => {
                let n = self.whole(key, node).unwrap_or(0);
                Minutes { min: n, max: n }
            }
            _ => {
                self.wrong(key, "minutes", node);
                Minutes::default()
            }
        }
    }

    fn kind(&mut self, node: &Node) -> Option<PageKind> {
        let word = self.text("kind", node);
        let kind = PageKind::NAMES
            .iter()
            .find(|(name, _)| *name == word)
            .map(|(_, kind)| *kind);
        if kind.is_none() && !word.is_empty() {
            let names: Vec<&str> = PageKind::NAMES.iter().map(|(name, _)| *name).collect();
            self.add(
                node.line,
                node.column,
                format!("unknown kind `{word}`"),
                meant(&word, &names),
            );
        }
        kind
    }

    fn wrong(&mut self, key: &str, expected: &str, node: &Node) {
        let message = format!("`{key}` must be {expected}, found {}", node.value.kind());
        let number = matches!(node.value, Value::Int(_) | Value::Float(_) | Value::Bool(_));
        let help = (expected == "text" && number).then(|| "put it in quotes".to_owned());
        self.add(node.line, node.column, message, help);
    }

    fn places(&self, node: &Node) -> Vec<(u32, u32)> {
        let place = |n: &Node| (n.line + self.skipped, n.column);
        match &node.value {
            Value::List(items) => items.iter().map(place).collect(),
            _ => vec![place(node)],
        }
    }
}
