//! The texts that a program is made of, and places in them. Texts go in; spans, files, lines and columns come out.
//!
//! Rule: a [`Span`] is a pair of byte offsets into one space that holds every file: the main text begins at 0, files
//! that it includes follow from [`LOCAL`] on, headers that this crate brings along from [`SYSTEM`] on, each in the order
//! of its first inclusion. Every stage passes spans on unchanged, so that any finding can be shown where the learner
//! wrote it. Lines and columns are counted from 1 in their own file; columns count characters (a tab is one, a byte
//! order mark is none), never bytes. A source is shared by its clones, and only ever grows.
//! Next: `diag.rs` (what is said about a place), `excerpt.rs` (how it is shown), `pp/include.rs` (what is added).

mod span;
mod units;

pub use span::{LineColumn, Span};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// The largest main text that is compiled, in bytes; a longer one is refused with a diagnostic.
pub const MAX_SOURCE_BYTES: usize = 1 << 20;

/// How many files of a kind a program may include, and how large each may be.
const MAX_FILES: usize = 512;
const MAX_FILE_BYTES: usize = 1 << 20;

/// Where the places of included files of the learner begin.
pub const LOCAL: u32 = 1 << 30;

/// Where the places of headers that this crate brings along begin.
pub const SYSTEM: u32 = 1 << 31;

/// What finds the text of a file that is included: from its name as written and the name of the file that includes it
/// to the name to show and the text.
pub type Finder = dyn Fn(&str, &str) -> Option<(String, String)> + Send + Sync;

/// One file of a source.
#[derive(Debug)]
pub struct File {
    name: String,
    text: Cow<'static, str>,
    base: u32,
    line_starts: OnceLock<Vec<u32>>,
}

/// A program's text with the files that it includes.
#[derive(Clone)]
pub struct Source {
    files: Arc<Files>,
    finder: Option<Arc<Finder>>,
    macros: Arc<[(String, String)]>,
    /// The compute capability that its device code is for.
    capability: (u32, u32),
    /// Where its further texts begin.
    units: Arc<[u32]>,
}

struct Files {
    main: File,
    local: Shelf,
    system: Shelf,
}

const BYTE_ORDER_MARK: char = '\u{feff}';

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Source").field(&self.name()).finish()
    }
}

/// The same text, not only an equal one.
impl PartialEq for Source {
    fn eq(&self, other: &Source) -> bool {
        Arc::ptr_eq(&self.files, &other.files)
    }
}

impl Source {
    /// Takes a text under the name that diagnostics show (`rope.cu`). Any text is accepted; what is wrong
    /// with it, its size included, is for the later stages to say.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        let main = File::new(name.into(), Cow::Owned(text.into()), 0);
        let (local, system) = (Shelf::new(LOCAL), Shelf::new(SYSTEM));
        Source {
            files: Arc::new(Files {
                main,
                local,
                system,
            }),
            finder: None,
            macros: Arc::default(),
            capability: (8, 0),
            units: Arc::default(),
        }
    }

    /// The same, with what finds the learner's own files that it includes.
    pub fn with_includes(
        self,
        finder: impl Fn(&str, &str) -> Option<(String, String)> + Send + Sync + 'static,
    ) -> Source {
        Source {
            finder: Some(Arc::new(finder)),
            ..self
        }
    }

    /// The same, with macros that are defined before the first line: names and what they stand for.
    pub fn with_macros(self, macros: Vec<(String, String)>) -> Source {
        Source {
            macros: macros.into(),
            ..self
        }
    }

    /// The same, with device code for a compute capability, 8.0 where nothing is said: `__CUDA_ARCH__` is its number.
    pub fn for_capability(self, capability: (u32, u32)) -> Source {
        Source { capability, ..self }
    }

    /// What `__CUDA_ARCH__` stands for.
    pub fn arch(&self) -> u32 {
        100 * self.capability.0 + 10 * self.capability.1
    }

    /// The macros that are defined before the first line.
    pub fn macros(&self) -> &[(String, String)] {
        &self.macros
    }

    /// The learner's file that `name` means where it is included from the file `from`; nothing if there is none. A file
    /// that is shown in `<>` stands for a header of ours.
    pub fn local(&self, name: &str, from: &str) -> Option<&File> {
        let (name, text) = self.finder.as_ref()?(name, from)?;
        let shelf = match name.starts_with('<') {
            true => &self.files.system,
            false => &self.files.local,
        };
        shelf.place(name, Cow::Owned(text))
    }

    /// Adds a header that this crate brings along, or finds it where it is there already.
    pub fn system(&self, name: &str, text: &'static str) -> Option<&File> {
        let name = format!("<{name}>");
        self.files.system.place(name, Cow::Borrowed(text))
    }

    /// Whether a header that this crate brings along was read.
    pub fn has_system(&self, name: &str) -> bool {
        let name = format!("<{name}>");
        self.files.system.has(&name)
    }

    /// The main text's file.
    pub fn main(&self) -> &File {
        &self.files.main
    }

    /// The name of the main text, as diagnostics show it.
    pub fn name(&self) -> &str {
        &self.files.main.name
    }

    /// The main text, as given.
    pub fn text(&self) -> &str {
        &self.files.main.text
    }

    /// The file that holds a place.
    pub fn file(&self, offset: u32) -> &File {
        let found = match offset {
            SYSTEM.. => self.files.system.holding(offset),
            LOCAL.. => self.files.local.holding(offset),
            _ => None,
        };
        found.unwrap_or(&self.files.main)
    }

    /// The file that a span begins in.
    pub fn file_of(&self, span: Span) -> &File {
        self.file(span.start)
    }

    /// Whether a span begins and ends inside files that are there.
    pub fn covers(&self, span: Span) -> bool {
        let inside = |offset: u32| offset <= self.file(offset).end();
        span.start <= span.end && inside(span.start) && inside(span.end)
    }

    /// The text a span covers. A span that does not fit its file is clamped to whole characters inside it.
    pub fn slice(&self, span: Span) -> &str {
        self.file_of(span).slice(span)
    }

    /// How many lines the main text has; an empty text has one.
    pub fn line_count(&self) -> u32 {
        self.files.main.line_count()
    }

    /// The line, from 1, of its file that holds `offset`; past the end it is the last.
    pub fn line(&self, offset: u32) -> u32 {
        self.file(offset).line(offset)
    }

    /// Line and column of a byte offset in its file.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        self.file(offset).line_column(offset)
    }

    /// The text of a line of the main text, counted from 1, without its line end or byte order mark; empty if there
    /// is none.
    pub fn line_text(&self, line: u32) -> &str {
        self.files.main.line_text(line)
    }

    /// The span of a line of the main text, counted from 1, without its line end.
    pub fn line_span(&self, line: u32) -> Span {
        self.files.main.line_span(line)
    }

    /// The span of the line that holds a place, in its file, without its line end.
    pub fn line_around(&self, offset: u32) -> Span {
        let file = self.file(offset);
        file.line_span(file.line(offset))
    }
}

impl File {
    fn new(name: String, text: Cow<'static, str>, base: u32) -> File {
        let line_starts = OnceLock::new();
        File {
            name,
            text,
            base,
            line_starts,
        }
    }

    /// The name that diagnostics show.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text, as given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is a header that this crate brings along, or stands for one.
    pub fn is_system(&self) -> bool {
        self.base >= SYSTEM
    }

    /// Where its places begin.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// The place after its last byte.
    pub fn end(&self) -> u32 {
        self.base + self.text.len() as u32
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let ends = self
                .text
                .bytes()
                .enumerate()
                .filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0)
                .chain(ends.map_while(|(at, _)| u32::try_from(at + 1).ok()))
                .collect()
        })
    }

    /// The text a span covers, clamped to whole characters inside this file.
    pub fn slice(&self, span: Span) -> &str {
        let start = self.floor(span.start);
        let end = self.floor(span.end).max(start);
        &self.text[start..end]
    }

    /// How many lines there are; an empty text has one.
    pub fn line_count(&self) -> u32 {
        self.line_starts().len() as u32
    }

    /// The line, from 1, that holds `offset`; past the end it is the last.
    pub fn line(&self, offset: u32) -> u32 {
        let within = offset.saturating_sub(self.base);
        self.line_starts().partition_point(|start| *start <= within) as u32
    }

    /// Line and column of a byte offset.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let line = self.line(offset);
        let start = self.line_start(line);
        let before = &self.text[start..self.floor(offset).max(start)];
        let column = before.chars().filter(|c| *c != BYTE_ORDER_MARK).count() as u32 + 1;
        LineColumn { line, column }
    }

    /// The text of a line, counted from 1, without its line end or byte order mark; empty if there is none.
    pub fn line_text(&self, line: u32) -> &str {
        self.slice(self.line_span(line))
            .trim_start_matches(BYTE_ORDER_MARK)
    }

    /// The span of a line, counted from 1, without its line end.
    pub fn line_span(&self, line: u32) -> Span {
        if line == 0 || line > self.line_count() {
            return Span::at(self.end());
        }
        let start = self.line_start(line);
        // The table of lines knows the end: a line may be a megabyte long, and is asked for at every brace.
        let next = self
            .line_starts()
            .get(line as usize)
            .map(|start| *start as usize);
        let rest = &self.text[start..next.unwrap_or(self.text.len())];
        let body = rest.strip_suffix('\n').unwrap_or(rest);
        let body = body.strip_suffix('\r').unwrap_or(body);
        let start = self.base + start as u32;
        Span::new(start, start + body.len() as u32)
    }

    fn line_start(&self, line: u32) -> usize {
        let starts = self.line_starts();
        let index = (line.max(1) as usize - 1).min(starts.len() - 1);
        starts[index] as usize
    }

    /// The nearest character boundary at or before a place, never past the end.
    fn floor(&self, offset: u32) -> usize {
        let mut at = (offset.saturating_sub(self.base) as usize).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

/// Files one after the other from a place on; what is put there stays.
struct Shelf {
    first: u32,
    slots: OnceLock<Box<[OnceLock<File>]>>,
}

impl Shelf {
    fn new(first: u32) -> Shelf {
        Shelf {
            first,
            slots: OnceLock::new(),
        }
    }

    /// The file of that name and text, put behind the others if it is new; nothing if there is no room.
    fn place(&self, name: String, text: Cow<'static, str>) -> Option<&File> {
        let slots = self
            .slots
            .get_or_init(|| (0..MAX_FILES).map(|_| OnceLock::new()).collect());
        let mut base = self.first;
        if text.len() > MAX_FILE_BYTES {
            return None;
        }
        for slot in slots {
            let file = slot.get_or_init(|| File::new(name.clone(), text.clone(), base));
            if file.name == name && file.text == text {
                return Some(file);
            }
            base = file.end() + 1;
        }
        None
    }

    /// Whether there is a file of that name.
    fn has(&self, name: &str) -> bool {
        let slots = self.slots.get().into_iter().flatten();
        let mut files = slots.map_while(OnceLock::get);
        files.any(|file| file.name == name)
    }

    /// The file that holds a place.
    fn holding(&self, offset: u32) -> Option<&File> {
        let slots = self.slots.get()?;
        let starts = |slot: &OnceLock<File>| slot.get().is_some_and(|file| file.base <= offset);
        let next = slots.partition_point(starts);
        slots.get(next.checked_sub(1)?)?.get()
    }
}

#[cfg(test)]
mod tests;
