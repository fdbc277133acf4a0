//! A drawing that becomes part of its page, so that it follows the page's light and dark: the text of an SVG file comes in,
//! markup comes out, or everything that a drawing may not hold.
//!
//! What is taken is a list (`ELEMENTS`): shapes, text, and what they refer to inside the file. Nothing that runs, moves or
//! reaches outside is on it, and what is taken is written anew, so that a page never holds a byte that was not understood.
//! Ids get a prefix each, and `title` and `desc` become what a screen reader says. The one style that a drawing may bring is
//! that of every figure (`crates/figures`), for readers of the file alone; the page has its own, and leaves it out.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::highlight::escape;
use super::measure;
use super::worked::Work;
use crate::course::keyed::Key;
use crate::course::{Problem, disk};

/// What a drawing is made of.
const ELEMENTS: [&str; 20] = [
    "svg", "g", "defs", "title", "desc", "style", "path", "rect", "circle", "ellipse", "line",
    "polyline", "polygon", "text", "tspan", "marker", "pattern", "clipPath", "symbol", "use",
];
/// The style of every figure, as a file has it.
const STYLE: &str = include_str!("../../crates/figures/src/theme.css");
/// A drawing of 480 units is shown at 560 pixels.
const SCALE: f64 = 560.0 / 480.0;

/// A drawing, understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    nodes: Vec<Node>,
    /// Whether it says what it is, and what it argues.
    titled: bool,
    described: bool,
    /// The width and height at which it is shown, in pixels.
    size: (u32, u32),
    /// Of its text.
    key: Key,
}

/// A piece of a drawing.
#[derive(Clone, Debug, PartialEq)]
enum Node {
    /// An element opens; the last says whether it closes at once.
    Open(String, Vec<(String, String)>, bool),
    Close(String),
    /// Text as written, with its entities.
    Text(String),
}

/// What is wrong, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its byte in the file.
    pub at: usize,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// How a drawing stands on its page.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// What makes its ids its own.
    pub prefix: &'a str,
    /// The words in its place, when it has no title.
    pub alt: &'a str,
    /// Further classes.
    pub class: &'a str,
}

/// What stands in an image's place: a drawing, and another for narrow screens where there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    drawing: Arc<Drawing>,
    narrow: Option<Arc<Drawing>>,
}

impl Drawn {
    /// Reads the drawing of a file below the root; `x-wide.svg` brings `x-narrow.svg` with it, if that is there.
    ///
    /// # Errors
    /// What is wrong with the files, at its place in them.
    pub(super) fn load(
        root: &Path,
        path: &Path,
        work: &mut Work<'_>,
    ) -> Result<Drawn, Vec<Problem>> {
        let drawing = load(root, path, work)?;
        let narrow = narrow_of(path).filter(|path| root.join(path).is_file());
        let narrow = narrow.map(|path| load(root, &path, work)).transpose()?;
        Ok(Drawn { drawing, narrow })
    }

    /// The keys of its texts, by which it is told from every other one.
    pub(super) fn keys(&self) -> impl Iterator<Item = Key> {
        let drawings = std::iter::once(&self.drawing).chain(&self.narrow);
        drawings.map(|drawing| drawing.key)
    }

    /// As part of a page; `index` tells it from the page's other drawings.
    pub fn html(&self, index: usize, alt: &str) -> String {
        let Some(narrow) = &self.narrow else {
            let prefix = &format!("fig{index}-");
            let class = "";
            return self.drawing.html(Place { prefix, alt, class });
        };
        let part = |drawing: &Drawing, word: &str| {
            let (prefix, class) = (&format!("fig{index}-{word}-"), &format!(" drawing-{word}"));
            drawing.html(Place { prefix, alt, class })
        };
        part(&self.drawing, "wide") + &part(narrow, "narrow")
    }
}

/// The file of the same drawing for narrow screens.
fn narrow_of(path: &Path) -> Option<PathBuf> {
    let stem = path.file_stem()?.to_str()?.strip_suffix("-wide")?;
    Some(path.with_file_name(format!("{stem}-narrow.svg")))
}

fn load(root: &Path, path: &Path, work: &mut Work<'_>) -> Result<Arc<Drawing>, Vec<Problem>> {
    let text = disk::text(root, path).map_err(|unread| vec![unread.problem(path)])?;
    let problem = |fault: Fault| {
        let before = text.get(..fault.at).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Problem::error(path, fault.message)
            .at(line as u32, column as u32)
            .help(fault.help)
            .excerpt(&text)
    };
    work.drawing(&text, read)
        .map_err(|faults| faults.into_iter().map(problem).collect())
}

/// Reads a drawing.
///
/// # Errors
/// Everything in it that a page does not take.
pub fn read(text: &str) -> Result<Drawing, Vec<Fault>> {
    let mut reader = Reader {
        text,
        at: 0,
        nodes: Vec::new(),
        open: Vec::new(),
        faults: Vec::new(),
        lost: false,
        refused: None,
    };
    reader.run();
    let faults = reader.faults;
    if !faults.is_empty() {
        return Err(faults);
    }
    let named = |name: &str| {
        let opens = |node: &Node| matches!(node, Node::Open(n, _, false) if n == name);
        reader.nodes.iter().any(opens)
    };
    Ok(Drawing {
        titled: named("title"),
        described: named("desc"),
        size: size(text),
        key: Key::of(text.as_bytes()),
        nodes: reader.nodes,
    })
}

/// As its own width says, or so that text of 14 units is a page's text.
fn size(text: &str) -> (u32, u32) {
    let (width, height) = measure::of(text.as_bytes()).unwrap_or((480, 270));
    let tag = text.split('>').next().unwrap_or_default();
    if tag.contains(" width=") {
        return (width, height);
    }
    let scaled = |units: u32| (f64::from(units) * SCALE).round() as u32;
    (scaled(width), scaled(height))
}

impl Drawing {
    /// The drawing as part of a page.
    pub fn html(&self, place: Place<'_>) -> String {
        let mut html = String::new();
        for node in &self.nodes {
            match node {
                Node::Open(name, attributes, closed) => {
                    html.push('<');
                    html.push_str(name);
                    if name == "svg" {
                        html.push_str(&self.head(place));
                    } else if name == "title" || name == "desc" {
                        html.push_str(&format!(" id=\"{}{name}\"", place.prefix));
                    }
                    for (name, value) in attributes {
                        let value = own(name, value, place.prefix);
                        html.push_str(&format!(" {name}=\"{value}\""));
                    }
                    html.push_str(if *closed { "/>" } else { ">" });
                }
                Node::Close(name) => html.push_str(&format!("</{name}>")),
                Node::Text(text) => html.push_str(text),
            }
        }
        html
    }

    /// The attributes of the whole: its size, and what is said of it.
    fn head(&self, place: Place<'_>) -> String {
        let (width, height) = self.size;
        let Place { prefix, alt, class } = place;
        let name = match self.titled {
            true => format!("aria-labelledby=\"{prefix}title\""),
            false => format!("aria-label=\"{}\"", escape(alt)),
        };
        let more = match self.described {
            true => format!(" aria-describedby=\"{prefix}desc\""),
            false => String::new(),
        };
        format!(
            " class=\"drawing{class}\" width=\"{width}\" height=\"{height}\" role=\"img\" {name}{more}"
        )
    }
}

/// A value with the ids in it made the drawing's own.
fn own(name: &str, value: &str, prefix: &str) -> String {
    match name {
        "id" => format!("{prefix}{value}"),
        "href" | "xlink:href" => value.replacen('#', &format!("#{prefix}"), 1),
        _ => value.replace("url(#", &format!("url(#{prefix}")),
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    nodes: Vec<Node>,
    /// Names of what is open, and where each opened.
    open: Vec<(String, usize)>,
    faults: Vec<Fault>,
    /// What follows cannot be told apart any more.
    lost: bool,
    /// The end of an element that was just refused.
    refused: Option<String>,
}

impl<'t> Reader<'t> {
    fn fault(&mut self, at: usize, message: impl Into<String>, help: &str) {
        let (message, help) = (message.into(), help.to_owned());
        self.faults.push(Fault { at, message, help });
    }

    fn run(&mut self) {
        while self.at < self.text.len() && !self.lost {
            let rest = &self.text[self.at..];
            match rest.find('<') {
                Some(0) => self.markup(rest),
                to => self.words(&rest[..to.unwrap_or(rest.len())]),
            }
        }
        if self.lost {
            return;
        }
        if let Some((name, at)) = self.open.pop() {
            self.fault(
                at,
                format!("`<{name}>` is never closed"),
                "close what is open, in order",
            );
        } else if self.nodes.is_empty() && self.faults.is_empty() {
            self.fault(0, "no drawing in this file", "it begins with `<svg`");
        }
    }

    /// Text between tags; outside of texts it is blank.
    fn words(&mut self, words: &str) {
        let shown = self.open.last().map(|(name, _)| name.as_str());
        let told = matches!(shown, Some("text" | "tspan" | "title" | "desc"));
        if told {
            self.nodes.push(Node::Text(words.to_owned()));
        } else if !words.trim().is_empty() && shown != Some("style") {
            self.fault(
                self.at,
                "words outside of a `<text>`",
                "set them in `<text x=… y=…>`",
            );
        } else if words.contains('\n') {
            self.nodes.push(Node::Text("\n".to_owned()));
        }
        self.at += words.len();
    }

    fn markup(&mut self, rest: &'t str) {
        for (open, close) in [("<!--", "-->"), ("<?xml", "?>")] {
            if rest.starts_with(open) {
                self.at += rest.find(close).map_or(rest.len(), |at| at + close.len());
                return;
            }
        }
        if rest.starts_with("<style") {
            return self.style(rest);
        }
        let Some(tag) = tag(rest) else {
            self.lost = true;
            return self.fault(self.at, "a tag without an end", "end it with `>`");
        };
        let inside = &tag[1..tag.len() - 1];
        match inside.strip_prefix('/') {
            Some(name) => self.close(name.trim()),
            None => self.element(inside),
        }
        self.at += tag.len();
        // What a refused element holds is refused with it.
        if let Some(end) = self.refused.take() {
            let inside = self.text[self.at..].find(&end);
            self.at += inside.map_or(0, |at| at + end.len());
        }
    }

    /// The style of every figure, which the page has already; no other.
    fn style(&mut self, rest: &str) {
        let end = rest.find("</style>").unwrap_or(rest.len());
        let body = rest[..end].split_once('>').map_or("", |(_, body)| body);
        if body.trim() != STYLE.trim() {
            let help = "use attributes of SVG; `cargo run -p figures` puts in the style that all figures have";
            self.fault(self.at, "a style of its own", help);
        }
        self.at += (end + "</style>".len()).min(rest.len());
    }

    fn close(&mut self, name: &str) {
        match self.open.pop() {
            Some((open, _)) if open == name => self.nodes.push(Node::Close(open)),
            Some((open, _)) => {
                let message = format!("`</{name}>` where `<{open}>` is open");
                self.fault(self.at, message, "close what is open, in order");
                self.lost = true;
            }
            None => self.fault(self.at, format!("`</{name}>` closes nothing"), "delete it"),
        }
    }

    fn element(&mut self, inside: &str) {
        let closed = inside.ends_with('/');
        let inside = inside.trim_end_matches('/');
        let name = inside
            .split(|c: char| c.is_whitespace())
            .next()
            .unwrap_or_default();
        if !ELEMENTS.contains(&name) {
            let message = format!("`<{name}>` is nothing that a drawing on a page may hold");
            let help = "shapes, text, and what they refer to in the file: nothing that runs, moves or is fetched";
            self.refused = (!closed).then(|| format!("</{name}>"));
            return self.fault(self.at, message, help);
        }
        let parent = self.open.last().map(|(name, _)| name.as_str());
        match (parent, name) {
            (None, "svg") if self.nodes.iter().all(|node| matches!(node, Node::Text(_))) => {
                self.nodes.clear()
            }
            (None, _) => {
                return self.fault(
                    self.at,
                    format!("`<{name}>` outside of the drawing"),
                    "one `<svg>` holds all",
                );
            }
            (Some(_), "svg") => {
                return self.fault(self.at, "an `<svg>` in an `<svg>`", "use `<g transform=…>`");
            }
            (Some("title" | "desc"), _) => {
                return self.fault(
                    self.at,
                    "a title or description is words alone",
                    "take the tag out",
                );
            }
            _ => {}
        }
        let first = self.at + 1 + name.len();
        let attributes = self.attributes(first, &inside[name.len()..], name);
        if name == "svg" && !inside.contains("viewBox=") {
            self.fault(
                self.at,
                "the drawing does not say its size",
                "write `viewBox=\"0 0 480 200\"`",
            );
        }
        if !closed {
            self.open.push((name.to_owned(), self.at));
        }
        self.nodes
            .push(Node::Open(name.to_owned(), attributes, closed));
    }

    /// The attributes that are taken over, from text that begins at a byte of the file.
    fn attributes(&mut self, first: usize, text: &str, element: &str) -> Vec<(String, String)> {
        let mut taken: Vec<(String, String)> = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let at = first + text.len() - rest.len();
            let Some((name, value, after)) = attribute(rest) else {
                self.fault(
                    at,
                    format!("`{}` is no attribute", rest.trim_end()),
                    "write `name=\"value\"`",
                );
                break;
            };
            rest = after.trim_start();
            if let Some((message, help)) = refused(name, value) {
                self.fault(at, message, help);
            } else if taken.iter().any(|(other, _)| other == name) {
                self.fault(at, format!("`{name}` twice"), "keep one");
            } else if !said_by_page(element, name) {
                taken.push((
                    name.to_owned(),
                    value.replace('"', "&quot;").replace('<', "&lt;"),
                ));
            }
        }
        taken
    }
}

/// A tag with its brackets; a bracket in quotes does not end it.
fn tag(text: &str) -> Option<&str> {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '>') => return text.get(..=at),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
    }
    None
}

/// The first attribute: its name, its value, and what follows.
fn attribute(text: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = text.split_once('=')?;
    let rest = rest.trim_start();
    let quote = rest.chars().next().filter(|c| ['"', '\''].contains(c))?;
    let (value, after) = rest[1..].split_once(quote)?;
    let name = name.trim_end();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-:_".contains(c);
    (!name.is_empty() && name.chars().all(plain)).then_some((name, value, after))
}

/// Why an attribute is not taken.
fn refused(name: &str, value: &str) -> Option<(String, &'static str)> {
    let lower = name.to_ascii_lowercase();
    let flat: String = value.to_ascii_lowercase().split_whitespace().collect();
    if lower.starts_with("on") {
        return Some((
            format!("`{name}` runs a script"),
            "a drawing does nothing by itself: delete it",
        ));
    }
    if lower == "style" {
        let help = "use attributes of SVG: `fill=\"var(--fig-a)\"`, `stroke-width=\"1.5\"`";
        return Some(("a `style` attribute".to_owned(), help));
    }
    if lower == "class" && value != "mono" {
        let help = "the one class of a drawing is `mono`, for code";
        return Some((format!("the class `{value}`"), help));
    }
    if ["href", "xlink:href", "src"].contains(&lower.as_str()) && !value.starts_with('#') {
        let help = "a drawing refers to its own parts alone, by `#id`";
        return Some((format!("`{name}=\"{value}\"` leads outside"), help));
    }
    let outside = flat.replace("url(#", "").contains("url(");
    if outside || value.contains("&#") || flat.contains("javascript:") {
        let help = "a value is a number, a word, a path, `var(--fig-ink)` or `url(#id)`";
        return Some((format!("`{name}=\"{value}\"` is not taken"), help));
    }
    None
}

/// What the page says itself.
fn said_by_page(element: &str, name: &str) -> bool {
    match element {
        "svg" => {
            let own = [
                "xmlns",
                "xmlns:xlink",
                "width",
                "height",
                "role",
                "class",
                "id",
                "version",
            ];
            own.contains(&name) || name.starts_with("aria-")
        }
        "title" | "desc" => name == "id",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 480 40\">\n<title>A &amp; b</title>\n<desc>Why.</desc>\n<defs><pattern id=\"h\" width=\"8\" height=\"8\"><path d=\"M0 0h8\"/></pattern></defs>\n<rect width=\"9\" height='9' fill=\"url(#h)\"/>\n<text x=\"1\" y=\"20\">a &lt; b</text>\n</svg>\n";

    fn place() -> Place<'static> {
        Place {
            prefix: "fig1-",
            alt: "words",
            class: "",
        }
    }

    #[test]
    fn a_drawing_keeps_its_shapes_and_gets_ids_of_its_own() {
        let html = read(SMALL).unwrap().html(place());
        let head = "<svg class=\"drawing\" width=\"560\" height=\"47\" role=\"img\" aria-labelledby=\"fig1-title\" aria-describedby=\"fig1-desc\" viewBox=\"0 0 480 40\">";
        assert!(html.starts_with(head), "{html}");
        for part in [
            "<title id=\"fig1-title\">A &amp; b</title>",
            "<pattern id=\"fig1-h\"",
            "height=\"9\" fill=\"url(#fig1-h)\"/>",
            ">a &lt; b</text>",
        ] {
            assert!(html.contains(part), "no {part} in {html}");
        }
        let bare = SMALL.replace("<title>A &amp; b</title>", "");
        assert!(
            read(&bare)
                .unwrap()
                .html(place())
                .contains("aria-label=\"words\"")
        );
    }

    #[test]
    fn the_style_of_every_figure_stays_in_the_file() {
        let styled =
            |style: &str| SMALL.replace("<defs>", &format!("<style>{style}</style><defs>"));
        assert!(
            !read(&styled(STYLE))
                .unwrap()
                .html(place())
                .contains("--fig-ink")
        );
        assert_eq!(
            read(&styled("*{}")).unwrap_err()[0].message,
            "a style of its own"
        );
    }

    #[test]
    fn nothing_that_runs_moves_or_reaches_outside_is_taken() {
        for (from, to, told) in [
            ("<defs>", "<script>alert(1)</script><defs>", "`<script>`"),
            ("<defs>", "<foreignObject/><defs>", "`<foreignObject>`"),
            ("<defs>", "<image href=\"x.png\"/><defs>", "`<image>`"),
            ("<defs>", "<animate/><defs>", "`<animate>`"),
            ("<defs>", "<!DOCTYPE x><defs>", "`<!DOCTYPE>`"),
            ("<rect", "<rect onclick=\"x()\"", "`onclick` runs a script"),
            ("<rect", "<rect OnLoad='x()'", "`OnLoad` runs a script"),
            ("<rect", "<rect style=\"fill:red\"", "a `style` attribute"),
            ("<rect", "<rect class=\"page\"", "the class `page`"),
            (
                "<rect",
                "<use href=\"https://x.y/#z\"/><rect",
                "leads outside",
            ),
            (
                "<rect",
                "<use xlink:href=\"javascript:x\"/><rect",
                "leads outside",
            ),
            ("url(#h)", "url( 'https://x.y')", "is not taken"),
            ("url(#h)", "u&#114;l(//x)", "is not taken"),
            ("</text>", "</tspan>", "where `<text>` is open"),
            ("</svg>", "", "`<svg>` is never closed"),
            ("<text", "loose<text", "words outside"),
            ("Why.", "<g/>", "words alone"),
            (" viewBox=\"0 0 480 40\"", "", "its size"),
            ("<rect", "<svg/><rect", "an `<svg>` in an `<svg>`"),
        ] {
            let faults = read(&SMALL.replacen(from, to, 1)).unwrap_err();
            assert!(faults[0].message.contains(told), "{told}: {faults:?}");
        }
        assert!(read("").is_err() && read("<svg").is_err());
    }

    #[test]
    fn the_place_of_a_fault_is_its_own() {
        let bad = SMALL.replace("height='9'", "height='9' onload=\"x\"");
        let fault = &read(&bad).unwrap_err()[0];
        assert!(
            bad[fault.at..].starts_with("onload="),
            "{}",
            &bad[fault.at..]
        );
    }
}
