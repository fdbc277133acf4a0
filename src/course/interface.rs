//! How a course's site presents itself: keys of `course.yaml` and the table `content/words.yaml` come in, an [`Interface`] comes out.
//!
//! The rule: what a key leaves out is as plain as it can be and claims nothing; nothing here is about one course. Words of the interface
//! are English; a table gives others for them, and a word that the interface does not have is a problem, like any unknown key.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use super::disk::{self, Unread};
use super::front::Yaml;
use super::problem::{Problem, meant};
use super::yaml::{Node, Value};

/// Where the words of another language stand, relative to the course's root.
pub const WORDS: &str = "content/words.yaml";

/// Every word of the interface, a line each; `{}` stands for what is put in.
const KNOWN: &str = include_str!("interface/words.txt");

/// The words that the interface has, in English.
pub fn known_words() -> impl Iterator<Item = &'static str> {
    KNOWN.lines().filter(|line| !line.is_empty())
}

/// The keys of `course.yaml` that are read here.
pub(crate) const KEYS: [&str; 9] = [
    "language",
    "logo",
    "colours",
    "licence",
    "menu",
    "footer",
    "repository",
    "command",
    "codes",
];

/// The colours that a course may set: variables of the style sheet.
pub(crate) const COLOURS: [&str; 9] = [
    "ground",
    "sheet",
    "sunk",
    "ink",
    "soft",
    "line",
    "accent",
    "accent-ink",
    "accent-wash",
];

/// Colours are set for one of these.
pub(crate) const SCHEMES: [&str; 2] = ["light", "dark"];
/// The keys of an entry of the menu or the footer.
pub(crate) const ENTRY_KEYS: [&str; 2] = ["title", "url"];

/// Pages that a menu can name by a word, with their addresses and titles.
pub const MENU: [(&str, &str, &str); 5] = [
    ("labs", "labs/", "Labs"),
    ("playground", "playground/", "Playground"),
    ("dashboard", "dashboard/", "Dashboard"),
    ("codes", "codes/", "Codes"),
    ("log", "log/", "Log"),
];

/// An entry of the menu or of the footer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// What is shown.
    pub title: String,
    /// An address outside, or one from the site's root.
    pub url: String,
    /// Where it is written, line and column.
    pub place: (u32, u32),
}

/// How the site presents itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// The language of the pages, as HTML names it.
    pub language: String,
    /// Words of the interface by their English.
    pub words: BTreeMap<String, String>,
    /// The file of the logo, from the site's root; empty for the platform's mark.
    pub logo: String,
    /// Colours by their names, for light and for dark.
    pub colours: [Vec<(&'static str, String)>; 2],
    /// Under which terms the course is published; empty where it does not say.
    pub licence: String,
    /// The menu; none where the course does not say.
    pub menu: Option<Vec<Entry>>,
    /// Links at the foot of every page.
    pub footer: Vec<Entry>,
    /// Where the course's sources are; empty for nowhere.
    pub repository: String,
    /// What a learner types to start the program.
    pub command: String,
    /// Whether the site has the pages of the compiler's messages; where the course does not say, a lab in CUDA decides.
    pub codes: Option<bool>,
}

impl Default for Interface {
    fn default() -> Interface {
        Interface {
            language: "en".to_owned(),
            words: BTreeMap::new(),
            logo: String::new(),
            colours: [Vec::new(), Vec::new()],
            licence: String::new(),
            menu: None,
            footer: Vec::new(),
            repository: String::new(),
            command: "course".to_owned(),
            codes: None,
        }
    }
}

impl Interface {
    /// A word of the interface in the course's language. `Lesson 3` is found under `Lesson {}`: what is put in is a word or a number.
    pub fn word<'w>(&'w self, english: &'w str) -> Cow<'w, str> {
        if self.words.is_empty() {
            return Cow::Borrowed(english);
        }
        if let Some(word) = self.words.get(english) {
            return Cow::Borrowed(word);
        }
        // Of several forms the longest says most of the text.
        let holed = self.words.iter().filter(|(key, _)| key.contains("{}"));
        let fits = holed.filter_map(|(key, word)| Some((key, word, put_in(key, english)?)));
        let Some((_, word, found)) = fits.max_by_key(|(key, ..)| key.len()) else {
            return Cow::Borrowed(english);
        };
        let mut pieces = word.split("{}");
        let mut words = pieces.next().unwrap_or_default().to_owned();
        for (piece, one) in pieces.zip(found) {
            words.push_str(self.words.get(one).map_or(one, String::as_str));
            words.push_str(piece);
        }
        Cow::Owned(words)
    }

    /// The rules that set the course's colours, for the end of a style sheet; empty when it sets none.
    pub fn style(&self) -> String {
        let [light, dark] = &self.colours;
        let set = |colours: &[(&str, String)]| -> String {
            let all = colours
                .iter()
                .map(|(name, value)| format!("--{name}:{value};"));
            all.collect()
        };
        let mut style = String::new();
        if !light.is_empty() {
            style.push_str(&format!("\n:root {{{}}}\n", set(light)));
        }
        if !dark.is_empty() {
            let dark = set(dark);
            style.push_str(&format!(
                "@media (prefers-color-scheme: dark) {{:root:not([data-theme=\"light\"]) {{{dark}}}}}\n:root[data-theme=\"dark\"] {{{dark}}}\n"
            ));
        }
        style
    }
}

/// What stands in a text where its form has `{}`; none where the text is of another form.
fn put_in<'t>(form: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut pieces = form.split("{}");
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let mut found = Vec::new();
    let pieces: Vec<&str> = pieces.collect();
    for (at, piece) in pieces.iter().enumerate() {
        let end = match (at + 1 == pieces.len(), *piece) {
            (true, piece) => rest.strip_suffix(piece)?.len(),
            (false, piece) => rest.find(piece)?,
        };
        found.push(rest.get(..end).filter(|one| !one.is_empty())?);
        rest = &rest[end + piece.len()..];
    }
    Some(found)
}

/// Reads one of [`KEYS`].
pub(crate) fn read(yaml: &mut Yaml<'_>, key: &str, node: &Node, interface: &mut Interface) {
    match key {
        "language" => interface.language = language(yaml, node),
        "logo" => interface.logo = logo(yaml, node),
        "colours" => interface.colours = colours(yaml, node),
        "licence" => interface.licence = yaml.text(key, node),
        "menu" => {
            let nodes = yaml.list(key, node).iter();
            interface.menu = Some(nodes.filter_map(|node| entry(yaml, node)).collect());
        }
        "footer" => {
            let nodes = yaml.list(key, node).iter();
            interface.footer = nodes.filter_map(|node| entry(yaml, node)).collect();
        }
        "repository" => interface.repository = address(yaml, key, node),
        "command" => interface.command = command(yaml, node),
        _ => interface.codes = Some(yaml.flag(key, node)),
    }
}

/// What a learner types where the course does not say: cargo's alias where there is one, cargo where the course is a program of
/// its own, else the program by its name.
pub(crate) fn derived_command(root: &Path) -> &'static str {
    let config = std::fs::read_to_string(root.join(".cargo/config.toml")).unwrap_or_default();
    let is_alias = |line: &str| {
        let name = line.split('=').next().unwrap_or_default();
        line.contains('=') && name.trim() == "course"
    };
    let mut lines = config.lines();
    match lines.any(is_alias) {
        true => "cargo course",
        false if root.join("Cargo.toml").is_file() => "cargo run --",
        false => "course",
    }
}

/// The table of words, if there is one.
pub(crate) fn words(root: &Path, problems: &mut Vec<Problem>) -> BTreeMap<String, String> {
    let path = Path::new(WORDS);
    let text = match disk::text(root, path) {
        Ok(text) => text,
        Err(Unread::Missing) => return BTreeMap::new(),
        Err(unread) => {
            problems.push(unread.problem(path));
            return BTreeMap::new();
        }
    };
    let mut yaml = Yaml::new(path, &text, 0, problems);
    let Some(root) = yaml.root(&text) else {
        return BTreeMap::new();
    };
    let known: Vec<&'static str> = known_words().collect();
    let mut words = BTreeMap::new();
    if root.value == Value::Null {
        return words;
    }
    for (key, node) in yaml.map(&root, &known, &[]) {
        let word = yaml.text(key, node);
        let holes = |text: &str| text.matches("{}").count();
        // Words stand in templates and in attributes of elements.
        if word
            .replace("{}", "")
            .contains(['<', '>', '"', '&', '{', '}', '\\', '='])
        {
            let message =
                format!("the word for `{key}` has a letter that no word of the interface has");
            let help =
                "words are plain text, without `<`, `>`, `\"`, `&`, `=`, braces and backslashes"
                    .to_owned();
            yaml.add(node.line, node.column, message, Some(help));
            continue;
        }
        if word.is_empty() || holes(&word) != holes(key) {
            let message = format!("the word for `{key}` has {} `{{}}`", holes(&word));
            let help = format!(
                "`{{}}` stands for what is put in, {} times here; a word is never empty",
                holes(key)
            );
            yaml.add(node.line, node.column, message, Some(help));
            continue;
        }
        words.insert(key.to_owned(), word);
    }
    words
}

fn language(yaml: &mut Yaml<'_>, node: &Node) -> String {
    let named = yaml.text("language", node);
    let part = |part: &str| {
        (1..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric())
    };
    let first = named.split('-').next().unwrap_or_default();
    let sound = named.split('-').all(part) && (2..=3).contains(&first.len());
    if sound && first.chars().all(|c| c.is_ascii_alphabetic()) {
        return named;
    }
    let message = format!("`{named}` names no language");
    let help = "write it as `en`, `de`, `pt-BR`: it becomes the `lang` of every page".to_owned();
    yaml.add(node.line, node.column, message, Some(help));
    "en".to_owned()
}

fn logo(yaml: &mut Yaml<'_>, node: &Node) -> String {
    let file = yaml.text("logo", node);
    let plain = |c: char| c.is_ascii_alphanumeric() || "/-_.".contains(c);
    let ends = [".svg", ".png", ".webp", ".jpg"];
    let sound = file.starts_with("static/")
        && file.chars().all(plain)
        && !file.contains("..")
        && ends.iter().any(|end| file.ends_with(end));
    if sound {
        return file;
    }
    let message = format!("`{file}` is no picture of the site");
    let help = "put it into the course's folder `static`, and write `static/logo.svg` (or .png, .webp, .jpg)".to_owned();
    yaml.add(node.line, node.column, message, Some(help));
    String::new()
}

fn colours(yaml: &mut Yaml<'_>, node: &Node) -> [Vec<(&'static str, String)>; 2] {
    let mut both = [Vec::new(), Vec::new()];
    for (scheme, node) in yaml.map(node, &SCHEMES, &[]) {
        let at = usize::from(scheme == "dark");
        for (name, node) in yaml.map(node, &COLOURS, &[]) {
            let value = yaml.text(name, node);
            let digits = value.strip_prefix('#').unwrap_or_default();
            let hex = digits.chars().all(|c| c.is_ascii_hexdigit());
            if hex && [3, 6].contains(&digits.len()) {
                both[at].push((name, value));
                continue;
            }
            let message = format!("`{value}` is no colour");
            let help =
                "write it as `\"#0b6570\"`, in quotes: `#` alone begins a comment".to_owned();
            yaml.add(node.line, node.column, message, Some(help));
        }
    }
    both
}

/// An entry of a menu: the name of one of the platform's pages, or a title with an address.
fn entry(yaml: &mut Yaml<'_>, node: &Node) -> Option<Entry> {
    let place = (node.line, node.column);
    if let Value::Text(name) = &node.value {
        let Some((_, url, title)) = MENU.iter().find(|(known, ..)| known == name) else {
            let known: Vec<&str> = MENU.iter().map(|(name, ..)| *name).collect();
            let message = format!("no page is called `{name}` in a menu");
            let help = meant(name, &known);
            yaml.add(node.line, node.column, message, help);
            return None;
        };
        return Some(Entry {
            title: (*title).to_owned(),
            url: (*url).to_owned(),
            place,
        });
    }
    let mut entry = Entry {
        place,
        ..Entry::default()
    };
    for (key, node) in yaml.map(node, &ENTRY_KEYS, &ENTRY_KEYS) {
        match key {
            "title" => entry.title = yaml.text(key, node),
            _ => entry.url = link(yaml, node),
        }
    }
    (!entry.title.is_empty() && !entry.url.is_empty()).then_some(entry)
}

/// An address outside, or one from the site's root.
fn link(yaml: &mut Yaml<'_>, node: &Node) -> String {
    let url = yaml.text("url", node);
    let outside = ["https://", "http://", "mailto:"];
    let outside = outside.iter().any(|scheme| url.starts_with(scheme));
    let inside = url.ends_with('/') && !url.starts_with('/') && !url.contains("..");
    if (outside || inside) && !url.contains(['"', '<', ' ']) && !url.contains("//.") {
        return url;
    }
    let message = format!("`{url}` is no address for a menu");
    let help =
        "write `https://…`, or a page of the site from its root, as `first-part/`".to_owned();
    yaml.add(node.line, node.column, message, Some(help));
    String::new()
}

fn address(yaml: &mut Yaml<'_>, key: &str, node: &Node) -> String {
    let url = yaml.text(key, node);
    if url.starts_with("https://") && !url.contains(['"', '<', ' ']) {
        return url;
    }
    let message = format!("`{url}` is no address of a repository");
    let help = "write `https://…`: every page links it in its foot".to_owned();
    yaml.add(node.line, node.column, message, Some(help));
    String::new()
}

fn command(yaml: &mut Yaml<'_>, node: &Node) -> String {
    let command = yaml.text("command", node);
    if !command.is_empty() && !command.contains(['`', '<', '\n']) {
        return command;
    }
    let help = "write what stands before `check LAB`, as `course` or `cargo run --`".to_owned();
    let message = format!("`{command}` is nothing that a learner types");
    yaml.add(node.line, node.column, message, Some(help));
    "course".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn german() -> Interface {
        let words = [
            ("Labs", "Übungen"),
            ("Lesson {}", "Lektion {}"),
            ("{} of {} met", "{} von {} erfüllt"),
            ("Module {} on one page", "Modul {} auf einer Seite"),
        ];
        let words = words.map(|(english, word)| (english.to_owned(), word.to_owned()));
        Interface {
            words: words.into(),
            ..Interface::default()
        }
    }

    #[test]
    fn words_are_found_with_what_is_put_in() {
        let german = german();
        assert_eq!(german.word("Labs"), "Übungen");
        assert_eq!(german.word("Lesson 3"), "Lektion 3");
        assert_eq!(german.word("2 of 5 met"), "2 von 5 erfüllt");
        assert_eq!(
            german.word("Module 1.2 on one page"),
            "Modul 1.2 auf einer Seite"
        );
        assert_eq!(german.word("Lesson "), "Lesson ");
        assert_eq!(
            german.word("A title of its author"),
            "A title of its author"
        );
    }

    #[test]
    fn words_are_known_once_each() {
        let mut known: Vec<&str> = known_words().collect();
        let count = known.len();
        known.sort_unstable();
        known.dedup();
        assert_eq!(count, known.len());
        assert!(count > 150, "{count}");
    }

    #[test]
    fn colours_are_set_for_light_and_for_dark() {
        let interface = Interface {
            colours: [
                vec![("accent", "#123".to_owned())],
                vec![("accent", "#abc".to_owned())],
            ],
            ..Interface::default()
        };
        let style = interface.style();
        assert!(style.contains(":root {--accent:#123;}"), "{style}");
        assert!(
            style.contains("[data-theme=\"dark\"] {--accent:#abc;}"),
            "{style}"
        );
        assert_eq!(Interface::default().style(), "");
    }
}
