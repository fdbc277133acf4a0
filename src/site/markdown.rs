//! The writer behind `parse.rs`: pulldown-cmark's events come in, pieces of HTML come out, one match for all of them.
//!
//! Blocks with rules of their own are in `blocks.rs` (callouts, fences, formulas, items). Whatever the grammar of
//! the course leaves out of sight (braces of items, fields that the page's head shows) is skipped by its bytes.

use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::{Alignment, CodeBlockKind, CowStr, Event, Tag, TagEnd};

use super::hidden::Hidden;
use super::highlight::push_escaped;
use super::parse::{Facts, ParsedPage, Piece, problem_at, repeats_title};
use super::raw::Open;
use super::tabs::Tabs;
use crate::course::{Page, events, slug};

/// The most faults of a page that are told, and the most warnings.
pub(super) const MOST: usize = 100;

/// Where text goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sink {
    Main,
    Task(usize),
    Tail,
}

pub(super) type Spanned<'a> = (Event<'a>, Range<usize>);

/// An open list item.
#[derive(Default)]
pub(super) struct OpenItem {
    /// Its id, when it is one that can be ticked.
    pub id: String,
    /// The id of its tick, until its text ends.
    pub label: Option<String>,
    /// The id of an item without a checkbox whose text has not begun.
    pub bare: Option<String>,
    /// What follows the text is an answer.
    pub question: bool,
    /// The answer's `details` is open.
    pub answering: bool,
}

/// Writes one page.
pub(super) struct Writer<'a> {
    pub page: &'a Page,
    pub facts: &'a Facts,
    tasks: &'a [Range<usize>],
    pub events: Vec<Spanned<'a>>,
    pub at: usize,
    sink: Sink,
    /// The innermost is written to; footnotes open one of their own.
    buffers: Vec<Vec<Piece>>,
    pub out: ParsedPage,
    pub items: Vec<OpenItem>,
    /// Bytes that are not shown.
    pub hidden: Hidden,
    /// What closes each open block quote.
    pub quotes: Vec<&'static str>,
    /// Line ends are shown inside a block of fields.
    pub fields: usize,
    alignments: Vec<Alignment>,
    /// Elements of HTML in the text that are open.
    pub open: Vec<Open>,
    cell: usize,
    in_head: bool,
    /// The cell being written is an empty one of the head.
    corner: bool,
    /// The heading being written: its level and anchor.
    heading: Option<(u8, String)>,
    /// Whether this text has had a heading.
    headed: bool,
    pub notes: Vec<(String, Vec<Piece>)>,
    pub note_numbers: HashMap<String, usize>,
    pub tabs: Tabs,
    /// Where the heading cell being written starts: its piece, and the byte in it.
    cell_start: (usize, usize),
    /// The caption of the figure that the open paragraph is.
    pub caption: Option<String>,
}

impl<'a> Writer<'a> {
    pub fn new(page: &'a Page, tasks: &'a [Range<usize>], facts: &'a Facts) -> Writer<'a> {
        let start = page.body_start;
        let events = events(page.body())
            .map(|(event, range)| (event, range.start + start..range.end + start));
        let events = super::concepts::linked(events.collect());
        Writer {
            page,
            facts,
            tasks,
            events,
            at: 0,
            sink: Sink::Main,
            buffers: vec![Vec::new()],
            out: ParsedPage {
                tasks: vec![Vec::new(); tasks.len()],
                ..ParsedPage::default()
            },
            items: Vec::new(),
            hidden: Hidden::default(),
            quotes: Vec::new(),
            fields: 0,
            alignments: Vec::new(),
            open: Vec::new(),
            cell: 0,
            in_head: false,
            corner: false,
            heading: None,
            headed: false,
            notes: Vec::new(),
            note_numbers: HashMap::new(),
            tabs: Tabs::default(),
            cell_start: (0, 0),
            caption: None,
        }
    }

    pub fn run(mut self) -> ParsedPage {
        let mut depth = 0usize;
        while let Some((event, range)) = self.events.get(self.at).cloned() {
            if self.is_beyond_mending() {
                self.give_up(range.start);
                break;
            }
            if depth == 0 {
                self.choose_sink(range.start);
            }
            match &event {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if depth <= 1
                && matches!(event, Event::Start(_))
                && self.is_shown_in_head(&event, &range)
            {
                self.skip_to_end();
                depth = 0;
                continue;
            }
            self.event(event, range);
        }
        self.change_sink(Sink::Tail);
        self.change_sink(Sink::Main);
        self.out
    }

    fn is_beyond_mending(&self) -> bool {
        let problems = &self.out.problems;
        problems.len() >= MOST && problems.iter().filter(|p| p.is_error()).count() >= MOST
    }

    /// A page with so many faults is mended from the top; the errors among them keep it from being shown.
    fn give_up(&mut self, at: usize) {
        let more = problem_at(self.page, at, "the page from here on was not looked at");
        self.out.problems.push(more);
        self.open.clear();
    }

    /// Leaves out everything up to the end of the block that was just opened.
    pub fn skip_to_end(&mut self) {
        let mut depth = 1;
        while depth > 0 {
            match self.events.get(self.at) {
                Some((Event::Start(_), _)) => depth += 1,
                Some((Event::End(_), _)) => depth -= 1,
                Some(_) => {}
                None => return,
            }
            self.at += 1;
        }
    }

    fn choose_sink(&mut self, offset: usize) {
        let task = self.tasks.partition_point(|range| range.start <= offset);
        let task = task.checked_sub(1);
        let sink = match task.filter(|task| self.tasks[*task].contains(&offset)) {
            Some(task) => Sink::Task(task),
            None if self.tasks.last().is_some_and(|last| offset >= last.end) => Sink::Tail,
            None => Sink::Main,
        };
        if sink != self.sink {
            self.change_sink(sink);
        }
    }

    fn change_sink(&mut self, sink: Sink) {
        self.end_raw();
        self.write_notes();
        let written = std::mem::take(&mut self.buffers[0]);
        let target = match self.sink {
            Sink::Main => &mut self.out.main,
            Sink::Tail => &mut self.out.tail,
            Sink::Task(task) => &mut self.out.tasks[task],
        };
        target.extend(written);
        self.sink = sink;
        self.headed = false;
    }

    /// The task being written, by its place on the page.
    pub(super) fn task(&self) -> Option<usize> {
        match self.sink {
            Sink::Task(task) => Some(task),
            Sink::Main | Sink::Tail => None,
        }
    }

    pub(super) fn in_heading(&self) -> bool {
        self.heading.is_some()
    }

    /// The columns of the table being written.
    pub(super) fn columns(&self) -> usize {
        self.alignments.len()
    }

    fn in_task(&self) -> bool {
        matches!(self.sink, Sink::Task(_))
    }

    /// Blocks that the page's head shows in its own way: titles, a task's fields, rules between tasks.
    fn is_shown_in_head(&mut self, event: &Event<'_>, range: &Range<usize>) -> bool {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let heading = self.page.heading_at(range.start);
                let text = heading.map_or("", |h| h.text.as_str());
                let of_task = |task: &Range<usize>| task.start.cmp(&range.start);
                let drop = self.tasks.binary_search_by(of_task).is_ok()
                    || repeats_title(self.page, *level as u8, text);
                // Links to a heading that is left out still arrive.
                if drop
                    && !self.in_task()
                    && let Some(slug) = heading.map(|h| h.slug.clone())
                {
                    self.html("<span id=\"");
                    self.text(&slug);
                    self.html("\"></span>");
                }
                drop
            }
            Event::Start(Tag::Paragraph) if self.in_task() && !self.headed => {
                let text = self.page.source.get(range.clone()).unwrap_or_default();
                ["Tags", "Themes", "Time", "Win"].iter().any(|label| {
                    text.strip_prefix("**")
                        .and_then(|rest| rest.strip_prefix(label))
                        .is_some_and(|rest| rest.starts_with("**:") || rest.starts_with(":**"))
                })
            }
            _ => false,
        }
    }

    fn event(&mut self, event: Event<'a>, range: Range<usize>) {
        if self.hidden.covers(&range) && !matches!(event, Event::Start(_) | Event::End(_)) {
            return;
        }
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.words(&text, &range),
            Event::Code(code) => {
                self.index_words(&code);
                self.html("<code>");
                self.text(&code);
                self.html("</code>");
            }
            Event::InlineMath(tex) => self.formula(&tex, false, &range),
            Event::DisplayMath(tex) => self.formula(&tex, true, &range),
            Event::InlineHtml(html) => self.inline_html(&html, &range),
            // Those of a block are taken together where it starts.
            Event::Html(_) => {}
            Event::FootnoteReference(label) => self.note_reference(&label),
            Event::SoftBreak | Event::HardBreak => {
                self.index_words(" ");
                let broken = self.fields > 0 || event == Event::HardBreak;
                self.html(if broken { "<br>\n" } else { "\n" });
            }
            // Rules part tasks; on pages of their own there is nothing to part.
            Event::Rule if !self.tasks.is_empty() => {}
            Event::Rule => self.html("<hr>\n"),
            Event::TaskListMarker(_) => self.tick(&range),
        }
    }

    fn start(&mut self, tag: Tag<'a>, range: Range<usize>) {
        self.before_block(&tag);
        match tag {
            Tag::Paragraph => self.open_paragraph(),
            Tag::Heading { level, id, .. } => self.open_heading(level as u8, id, &range),
            Tag::BlockQuote(kind) => self.open_quote(kind, &range),
            Tag::CodeBlock(kind) => self.fence(kind, &range),
            Tag::HtmlBlock => self.html_block(),
            Tag::MetadataBlock(_) => {}
            Tag::List(first) => self.open_list(first),
            Tag::Item => self.open_item(&range),
            Tag::FootnoteDefinition(label) => {
                self.notes.push((label.to_string(), Vec::new()));
                self.buffers.push(Vec::new());
            }
            Tag::DefinitionList => self.html("<dl>\n"),
            Tag::DefinitionListTitle => self.html("<dt>"),
            Tag::DefinitionListDefinition => self.html("<dd>"),
            Tag::Table(alignments) => {
                self.alignments = alignments;
                self.html("<div class=\"table-wrap\" role=\"group\" aria-label=\"Table\" tabindex=\"0\"><table>\n");
            }
            Tag::TableHead => {
                (self.cell, self.in_head) = (0, true);
                self.html("<thead><tr>");
            }
            Tag::TableRow => {
                self.cell = 0;
                self.row_fits(&range);
                self.html("<tr>");
            }
            Tag::TableCell => self.open_cell(),
            Tag::Emphasis => self.html("<em>"),
            Tag::Strong => self.html("<strong>"),
            Tag::Strikethrough => self.html("<del>"),
            Tag::Superscript => self.html("<sup>"),
            Tag::Subscript => self.html("<sub>"),
            Tag::Link {
                dest_url, title, ..
            } => self.open_link(&dest_url, &title, range),
            Tag::Image {
                dest_url, title, ..
            } => self.image(&dest_url, &title, range),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        let inline = matches!(
            tag,
            TagEnd::Emphasis
                | TagEnd::Strong
                | TagEnd::Strikethrough
                | TagEnd::Link
                | TagEnd::Superscript
                | TagEnd::Subscript
        );
        if !inline {
            self.index_words(" ");
        }
        match tag {
            TagEnd::Paragraph => {
                self.close_label();
                self.close_paragraph();
            }
            TagEnd::Heading(_) => self.close_heading(),
            TagEnd::BlockQuote(_) => self.close_quote(),
            TagEnd::CodeBlock | TagEnd::HtmlBlock | TagEnd::MetadataBlock(_) | TagEnd::Image => {}
            TagEnd::List(true) => self.html("</ol>\n"),
            TagEnd::List(false) => self.html("</ul>\n"),
            TagEnd::Item => self.close_item(),
            TagEnd::FootnoteDefinition => {
                if let (Some(written), Some(note)) = (self.buffers.pop(), self.notes.last_mut()) {
                    note.1 = written;
                }
            }
            TagEnd::DefinitionList => self.html("</dl>\n"),
            TagEnd::DefinitionListTitle => self.html("</dt>\n"),
            TagEnd::DefinitionListDefinition => self.html("</dd>\n"),
            TagEnd::Table => self.html("</tbody></table></div>\n"),
            TagEnd::TableHead => {
                self.in_head = false;
                self.html("</tr></thead>\n<tbody>\n");
            }
            TagEnd::TableRow => self.html("</tr>\n"),
            TagEnd::TableCell => self.close_cell(),
            TagEnd::Emphasis => self.html("</em>"),
            TagEnd::Strong => self.html("</strong>"),
            TagEnd::Strikethrough => self.html("</del>"),
            TagEnd::Superscript => self.html("</sup>"),
            TagEnd::Subscript => self.html("</sub>"),
            TagEnd::Link => self.html("</a>"),
        }
    }

    fn open_heading(&mut self, level: u8, id: Option<CowStr<'a>>, range: &Range<usize>) {
        let known = self.page.heading_at(range.start);
        let anchor = match (known, id) {
            (Some(heading), _) => heading.slug.clone(),
            (None, Some(id)) => id.to_string(),
            (None, None) => slug(self.page.source.get(range.clone()).unwrap_or_default()),
        };
        // A task has a page of its own, so its `####` sections are the second level there.
        let level = if self.in_task() {
            level.saturating_sub(2).max(2)
        } else {
            level.max(2)
        };
        self.html(&format!("<h{level} id=\""));
        self.text(&anchor);
        self.html("\">");
        // Icons before the words are the source documents' habit; the words decide, where there are any.
        let icons = known.is_none_or(|heading| heading.text.contains(char::is_alphanumeric));
        if let Some((Event::Text(text), _)) = self.events.get_mut(self.at)
            && icons
        {
            let words = text.trim_start_matches(|c: char| {
                !c.is_alphanumeric() && c > '\u{2000}' || c.is_whitespace()
            });
            if words.len() < text.len() {
                *text = words.to_owned().into();
            }
        }
        self.begin_passage(&anchor, known.map_or("", |heading| &heading.text));
        self.heading = Some((level, anchor));
        self.headed = true;
    }

    fn close_heading(&mut self) {
        let Some((level, anchor)) = self.heading.take() else {
            return;
        };
        self.html("<a class=\"anchor\" href=\"#");
        self.text(&anchor);
        let words = self.facts.interface.word("Link to this section");
        self.html(&format!("\" aria-label=\"{words}\"></a></h{level}>\n"));
    }

    fn open_cell(&mut self) {
        let alignment = self
            .alignments
            .get(self.cell)
            .copied()
            .unwrap_or(Alignment::None);
        self.cell += 1;
        let class = match alignment {
            Alignment::Right => " class=\"right\"",
            Alignment::Center => " class=\"centre\"",
            Alignment::Left | Alignment::None => "",
        };
        // The corner above the rows' names is empty, and heads nothing.
        let is_empty = matches!(
            self.events.get(self.at),
            Some((Event::End(TagEnd::TableCell), _))
        );
        self.corner = self.in_head && is_empty;
        if self.in_head && !self.corner {
            self.html(&format!("<th scope=\"col\"{class}>"));
            self.cell_start = self.written();
        } else {
            self.html(&format!("<td{class}>"));
        }
    }

    /// Where the next piece of text will go: the piece and the byte in it.
    fn written(&self) -> (usize, usize) {
        match self
            .buffers
            .last()
            .map(|buffer| (buffer.len(), buffer.last()))
        {
            Some((pieces, Some(Piece::Html(text)))) => (pieces, text.len()),
            Some((pieces, _)) => (pieces, 0),
            None => (0, 0),
        }
    }

    /// `Bandwidth [GB/s]` in a table's head is a name and its unit.
    fn close_cell(&mut self) {
        if !self.in_head || self.corner {
            return self.html("</td>");
        }
        let (pieces, start) = self.cell_start;
        if let Some(buffer) = self.buffers.last_mut()
            && buffer.len() == pieces
            && let Some(Piece::Html(text)) = buffer.last_mut()
            && let Some(cell) = text.get(start..)
            && let Some(open) = cell.rfind(" [")
            && let Some(unit) = cell[open + 2..].strip_suffix(']')
        {
            let head = format!("{} <span class=\"unit\">{unit}</span>", &cell[..open]);
            text.replace_range(start.., &head);
        }
        self.html("</th>");
    }

    /// HTML as it is, at the end of the innermost buffer.
    pub fn html(&mut self, html: &str) {
        self.append(|out| out.push_str(html));
    }

    /// Text, escaped.
    pub fn text(&mut self, text: &str) {
        self.append(|out| push_escaped(out, text));
    }

    /// A hole.
    pub fn piece(&mut self, piece: Piece) {
        match (piece, self.buffers.last_mut()) {
            (Piece::Html(html), _) => self.html(&html),
            (hole, Some(buffer)) => buffer.push(hole),
            (_, None) => {}
        }
    }

    fn append(&mut self, write: impl FnOnce(&mut String)) {
        let Some(buffer) = self.buffers.last_mut() else {
            return;
        };
        if let Some(Piece::Html(out)) = buffer.last_mut() {
            return write(out);
        }
        let mut out = String::new();
        write(&mut out);
        buffer.push(Piece::Html(out));
    }

    /// The text of a code block, and past its end.
    pub fn code_text(&mut self) -> String {
        let mut text = String::new();
        while let Some((event, _)) = self.events.get(self.at) {
            match event {
                Event::End(TagEnd::CodeBlock) => break,
                Event::Text(part) => text.push_str(part),
                _ => {}
            }
            self.at += 1;
        }
        text
    }

    fn fence(&mut self, kind: CodeBlockKind<'a>, range: &Range<usize>) {
        let info = match kind {
            CodeBlockKind::Fenced(info) => info.to_string(),
            CodeBlockKind::Indented => String::new(),
        };
        self.code_block(&info, range);
    }
}
