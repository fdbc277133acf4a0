//! pulldown-cmark's events become an [`Outline`].
//!
//! A light pass finds the braces of checkboxes and blanks them, so that no underscore in a path becomes emphasis and
//! every offset still is the file's; a second pass builds the tree. Nesting is bounded: below [`DEEPEST`] levels text
//! is skipped and [`Outline::too_deep`] says where. Never fails, never panics.

use std::iter::Peekable;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Tag, TagEnd};
use sorted::SortedMap;

use super::braces;
use super::events::{Events, events};
use super::outline::{
    Block, BlockKind, Entry, Fence, Head, Inline, List, Outline, Run, Style, Table, sections,
};

/// Levels of nesting that are read; real pages have four.
const DEEPEST: usize = 40;

impl Outline {
    /// Reads the Markdown of `source` from `start` on; all offsets are into `source`.
    pub fn read(source: &str, start: usize) -> Outline {
        let body = source.get(start..).unwrap_or_default();
        let braces = find_braces(source, start, body);
        let blanked = (!braces.is_empty()).then(|| blank(body, start, braces.values().flatten()));
        let text = blanked.as_deref().unwrap_or(body);
        let events = events(text).peekable();
        let mut reader = Reader {
            source,
            events,
            start,
            out: Outline::default(),
            depth: 0,
        };
        let blocks = reader.blocks(false);
        Outline {
            sections: sections(&blocks, reader.out.headings.len()),
            blocks,
            braces,
            ..reader.out
        }
    }
}

/// The source with these bytes turned into spaces, same length.
pub(crate) fn blank<'r>(
    body: &str,
    start: usize,
    ranges: impl Iterator<Item = &'r Range<usize>>,
) -> String {
    let mut out = body.to_owned();
    for range in ranges {
        let range = range.start - start..range.end - start;
        // A brace group never spans lines, and only whole groups are blanked, so this stays UTF-8.
        let spaces = " ".repeat(range.len());
        out.replace_range(range, &spaces);
    }
    out
}

/// The braces of every checkbox: one pass that looks at nothing else.
fn find_braces(source: &str, start: usize, body: &str) -> SortedMap<usize, Vec<Range<usize>>> {
    let mut found = SortedMap::new();
    let mut open: Option<(usize, usize, usize)> = None; // marker, text from, text to
    let mut close = |open: &mut Option<(usize, usize, usize)>| {
        if let Some((marker, from, to)) = open.take() {
            let groups = braces::find(source, from..to.max(from));
            if !groups.is_empty() {
                found.insert(marker, groups);
            }
        }
    };
    for (event, range) in events(body) {
        match event {
            Event::TaskListMarker(_) => {
                close(&mut open);
                open = Some((start + range.start, start + range.end, start + range.end));
            }
            Event::Start(ref tag) if !is_inline(tag) => close(&mut open),
            Event::End(TagEnd::Item | TagEnd::Paragraph) => close(&mut open),
            _ => {
                if let Some((_, _, to)) = &mut open {
                    *to = (*to).max(start + range.end);
                }
            }
        }
    }
    close(&mut open);
    found
}

fn is_inline(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::Link { .. }
            | Tag::Image { .. }
    )
}

struct Reader<'s> {
    source: &'s str,
    events: Peekable<Events<'s>>,
    start: usize,
    out: Outline,
    depth: usize,
}

impl Reader<'_> {
    /// Blocks up to the end of the one they are in, whose end is consumed.
    fn blocks(&mut self, nested: bool) -> Vec<Block> {
        let mut blocks = Vec::new();
        while let Some((event, _)) = self.events.peek() {
            match event {
                Event::End(_) => {
                    self.events.next();
                    break;
                }
                Event::Rule => {
                    if let Some((_, range)) = self.events.next() {
                        blocks.push(Block {
                            kind: BlockKind::Rule,
                            range: self.shift(range),
                        });
                    }
                }
                Event::Start(tag) if !is_inline(tag) => {
                    if let Some((Event::Start(tag), range)) = self.events.next() {
                        let range = self.shift(range);
                        let kind = self.block(tag, &range, nested);
                        blocks.push(Block { kind, range });
                    }
                }
                Event::Html(_) => {
                    self.events.next();
                }
                _ => {
                    let inline = self.inline();
                    if !inline.runs.is_empty() {
                        let range = inline.range.clone();
                        blocks.push(Block {
                            kind: BlockKind::Paragraph(inline),
                            range,
                        });
                    }
                }
            }
        }
        blocks
    }

    fn block(&mut self, tag: Tag<'_>, range: &Range<usize>, nested: bool) -> BlockKind {
        if self.depth >= DEEPEST {
            self.out.too_deep.get_or_insert(range.start);
            self.skip();
            return BlockKind::Other(Vec::new());
        }
        self.depth += 1;
        let kind = match tag {
            Tag::Paragraph => BlockKind::Paragraph(self.closed_inline()),
            Tag::Heading { level, id, .. } => {
                let inline = self.closed_inline();
                let id = id.map(|id| id.to_string());
                let head = Head {
                    level: number(level),
                    text: inline.text(),
                    id,
                    range: range.clone(),
                };
                if nested {
                    BlockKind::Other(Vec::new())
                } else {
                    self.out.headings.push(head);
                    BlockKind::Heading(self.out.headings.len() - 1)
                }
            }
            Tag::List(_) => BlockKind::List(List {
                entries: self.entries(),
            }),
            Tag::CodeBlock(kind) => BlockKind::Fence(self.fence(&kind)),
            Tag::BlockQuote(_) => BlockKind::Quote(self.blocks(true)),
            Tag::Table(_) => BlockKind::Table(self.table()),
            _ => BlockKind::Other(self.blocks(true)),
        };
        self.depth -= 1;
        kind
    }

    fn entries(&mut self) -> Vec<Entry> {
        let mut entries = Vec::new();
        while let Some((event, range)) = self.events.next() {
            match event {
                Event::Start(Tag::Item) => entries.push(self.entry(range)),
                Event::End(_) => break,
                _ => {}
            }
        }
        entries
    }

    fn entry(&mut self, range: Range<usize>) -> Entry {
        let mut rest = self.blocks(true);
        let lead = match rest.first_mut() {
            Some(Block {
                kind: BlockKind::Paragraph(inline),
                ..
            }) => {
                let lead = std::mem::take(inline);
                rest.remove(0);
                lead
            }
            _ => Inline::default(),
        };
        let range = self.shift(range);
        let checkbox = self.checkbox(&range);
        Entry {
            range,
            checkbox,
            lead,
            rest,
        }
    }

    /// The entry's own `[ ]`: read from the text, since pulldown's event may stand in a nested paragraph.
    fn checkbox(&self, range: &Range<usize>) -> Option<(usize, bool)> {
        let text = self.source.get(range.clone())?;
        let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let marker = digits
            .strip_prefix(['-', '*', '+', '.', ')'])?
            .trim_start_matches([' ', '\t']);
        let ticked = match marker.as_bytes() {
            [b'[', b' ', b']', after, ..] if after.is_ascii_whitespace() => false,
            [b'[', b'x' | b'X', b']', after, ..] if after.is_ascii_whitespace() => true,
            _ => return None,
        };
        Some((range.start + text.len() - marker.len(), ticked))
    }

    fn fence(&mut self, kind: &CodeBlockKind<'_>) -> Fence {
        let (fenced, info) = match kind {
            CodeBlockKind::Fenced(info) => (true, info.to_string()),
            CodeBlockKind::Indented => (false, String::new()),
        };
        let mut fence = Fence {
            fenced,
            info,
            text: String::new(),
            inner: 0..0,
        };
        while let Some((event, range)) = self.events.next() {
            match event {
                Event::Text(text) => {
                    let range = self.shift(range);
                    fence.inner = if fence.text.is_empty() {
                        range
                    } else if fence.inner.end == range.start {
                        fence.inner.start..range.end
                    } else {
                        0..0
                    };
                    fence.text.push_str(&text);
                }
                Event::End(_) => break,
                _ => {}
            }
        }
        if fence.inner.len() != fence.text.len() {
            fence.inner = 0..0;
        }
        fence
    }

    fn table(&mut self) -> Table {
        let mut table = Table {
            header: Vec::new(),
            rows: Vec::new(),
        };
        let mut row = Vec::new();
        while let Some((event, _)) = self.events.next() {
            match event {
                Event::Start(Tag::TableCell) => row.push(self.closed_inline().text()),
                Event::End(TagEnd::TableHead) => table.header = std::mem::take(&mut row),
                Event::End(TagEnd::TableRow) => table.rows.push(std::mem::take(&mut row)),
                Event::End(TagEnd::Table) => break,
                _ => {}
            }
        }
        table
    }

    /// Words up to the end of their block, whose end is consumed.
    fn closed_inline(&mut self) -> Inline {
        let inline = self.inline();
        self.events.next();
        inline
    }

    /// Words up to, and not with, the end or start of a block.
    fn inline(&mut self) -> Inline {
        let mut inline = Inline::default();
        let mut styles: Vec<(bool, Option<String>)> = Vec::new();
        while let Some((event, range)) = self.events.peek() {
            let range = self.start + range.start..self.start + range.end;
            let style = |plain| {
                if styles.iter().any(|(strong, _)| *strong) {
                    Style::Strong
                } else {
                    plain
                }
            };
            let link = || styles.iter().find_map(|(_, link)| link.clone());
            match event {
                Event::End(_) if styles.is_empty() => break,
                Event::End(_) => {
                    styles.pop();
                }
                Event::Start(tag) if is_inline(tag) => styles.push(match tag {
                    Tag::Strong => (true, None),
                    Tag::Link { dest_url, .. } => (false, Some(dest_url.to_string())),
                    _ => (false, None),
                }),
                Event::Start(_) | Event::Rule => break,
                Event::Text(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                    let run = Run {
                        style: style(Style::Plain),
                        text: text.to_string(),
                        range: range.clone(),
                        link: link(),
                    };
                    inline.push(run);
                }
                Event::Code(text) => {
                    let run = Run {
                        style: style(Style::Code),
                        text: text.to_string(),
                        range: range.clone(),
                        link: link(),
                    };
                    inline.runs.push(run);
                }
                Event::SoftBreak | Event::HardBreak => {
                    inline.runs.push(Run {
                        style: Style::Break,
                        text: " ".into(),
                        range: range.clone(),
                        link: None,
                    });
                }
                _ => {}
            }
            // A checkbox may stand before the block that holds its words; `entry` finds it in the text.
            if matches!(event, Event::TaskListMarker(_)) {
                self.events.next();
                continue;
            }
            inline.range = if inline.range.is_empty() {
                range
            } else {
                inline.range.start.min(range.start)..inline.range.end.max(range.end)
            };
            self.events.next();
        }
        inline
    }

    /// Skips to the end of the block just started.
    fn skip(&mut self) {
        let mut open = 1usize;
        for (event, _) in self.events.by_ref() {
            match event {
                Event::Start(_) => open += 1,
                Event::End(_) => open -= 1,
                _ => {}
            }
            if open == 0 {
                break;
            }
        }
    }

    fn shift(&self, range: Range<usize>) -> Range<usize> {
        self.start + range.start..self.start + range.end
    }
}

fn number(level: HeadingLevel) -> u8 {
    level as u8
}
