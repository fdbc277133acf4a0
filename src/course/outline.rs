//! Markdown as an outline: headings, paragraphs, lists, tables, fences and quotes, each with its bytes.
//!
//! Plain data and questions about it; `reader.rs` makes it. What the grammar asks most is answered here: what stands
//! under a heading, the bold label that opens a line, the `**Label**: value` fields of a paragraph.

use std::ops::Range;

use sorted::SortedMap;

/// The outline of one text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    /// Every heading outside lists and quotes, in order.
    pub headings: Vec<Head>,
    /// Every top-level block in order; headings stand among them by their number.
    pub blocks: Vec<Block>,
    /// The braces of each checkbox, by the byte of its `[`.
    pub braces: SortedMap<usize, Vec<Range<usize>>>,
    /// Where nesting went deeper than is read.
    pub too_deep: Option<usize>,
    /// The places in `blocks` of what stands before the first heading, and directly under each.
    pub(super) sections: Vec<Range<usize>>,
}

/// Where blocks stand directly under each of so many headings, and first before all of them: one look at each block, however
/// many headings there are.
pub(super) fn sections(blocks: &[Block], headings: usize) -> Vec<Range<usize>> {
    let mut sections = vec![0..0; headings + 1];
    let mut open = 0;
    for (at, block) in blocks.iter().enumerate() {
        match block.heading() {
            Some(number) => {
                open = number + 1;
                sections[open] = at + 1..at + 1;
            }
            None => sections[open].end = at + 1,
        }
    }
    sections
}

impl Block {
    /// Its number among the outline's headings, when it is one.
    fn heading(&self) -> Option<usize> {
        #[cfg(test)]
        tests::LOOKED.set(tests::LOOKED.get() + 1);
        match self.kind {
            BlockKind::Heading(number) => Some(number),
            _ => None,
        }
    }
}

/// A heading.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    /// 1 to 6.
    pub level: u8,
    /// Its plain text, attributes left out.
    pub text: String,
    /// The `{#id}` at its end.
    pub id: Option<String>,
    /// Its bytes.
    pub range: Range<usize>,
}

/// A block and its bytes.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub kind: BlockKind,
    pub range: Range<usize>,
}

/// What a block is.
#[derive(Clone, Debug)]
pub(crate) enum BlockKind {
    /// Number of a heading in [`Outline::headings`].
    Heading(usize),
    Paragraph(Inline),
    List(List),
    Table(Table),
    Fence(Fence),
    Quote(Vec<Block>),
    Rule,
    /// HTML, definitions, footnotes: what they hold.
    Other(Vec<Block>),
}

/// A list.
#[derive(Clone, Debug)]
pub(crate) struct List {
    pub entries: Vec<Entry>,
}

/// An entry of a list.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The whole entry.
    pub range: Range<usize>,
    /// Byte of `[` and whether it is ticked, when it is a checkbox.
    pub checkbox: Option<(usize, bool)>,
    /// Its first words; empty when it starts with something else.
    pub lead: Inline,
    /// What follows the lead.
    pub rest: Vec<Block>,
}

/// A table of pipes.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub header: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// A fenced (or indented) block of code.
#[derive(Clone, Debug)]
pub(crate) struct Fence {
    /// Fenced, not indented.
    pub fenced: bool,
    /// The words after the opening fence.
    pub info: String,
    pub text: String,
    /// Bytes of the text in the source; empty when it is not one piece there.
    pub inner: Range<usize>,
}

/// Words with their styles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inline {
    pub runs: Vec<Run>,
    pub range: Range<usize>,
}

/// Some words in one style.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub style: Style,
    pub text: String,
    pub range: Range<usize>,
    /// Target, inside a link.
    pub link: Option<String>,
}

/// The styles that mean something to the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Strong,
    Code,
    Break,
}

/// `**Label**: value`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub label: String,
    pub value: String,
    /// Byte of the label.
    pub at: usize,
}

impl Outline {
    /// The blocks directly under heading `number` (or before the first heading for `None`), up to the next heading.
    pub fn under(&self, number: Option<usize>) -> &[Block] {
        let section = self.sections.get(number.map_or(0, |number| number + 1));
        section.map_or(&[], |section| &self.blocks[section.clone()])
    }

    /// Calls `see` with every block, outer before inner.
    pub fn walk<'a>(&'a self, see: &mut dyn FnMut(&'a Block)) {
        walk(&self.blocks, see);
    }
}

/// Calls `see` with every block below these, outer before inner.
pub(crate) fn walk<'a>(blocks: &'a [Block], see: &mut dyn FnMut(&'a Block)) {
    for block in blocks {
        see(block);
        match &block.kind {
            BlockKind::List(list) => list.entries.iter().for_each(|e| walk(&e.rest, see)),
            BlockKind::Quote(inner) | BlockKind::Other(inner) => walk(inner, see),
            _ => {}
        }
    }
}

impl Inline {
    /// Appends words, joined with the last ones when they look the same.
    pub fn push(&mut self, run: Run) {
        match self.runs.last_mut() {
            Some(last)
                if last.style == run.style
                    && last.link == run.link
                    && last.range.end == run.range.start =>
            {
                last.text.push_str(&run.text);
                last.range.end = run.range.end;
            }
            _ => self.runs.push(run),
        }
    }

    /// The plain words, blanks squeezed.
    pub fn text(&self) -> String {
        squeeze(
            &self
                .runs
                .iter()
                .map(|r| r.text.as_str())
                .collect::<String>(),
        )
    }

    /// Every link: its words and its target.
    pub fn links(&self) -> Vec<(String, String)> {
        let mut links: Vec<(String, String)> = Vec::new();
        let mut last: Option<&Run> = None;
        for run in &self.runs {
            if let Some(target) = &run.link {
                match (links.last_mut(), last.and_then(|l| l.link.as_ref())) {
                    (Some((words, _)), Some(before)) if before == target => {
                        words.push_str(&run.text)
                    }
                    _ => links.push((run.text.clone(), target.clone())),
                }
            }
            last = Some(run);
        }
        links
    }

    /// The bold words that open the text, without their colon.
    pub fn label(&self) -> Option<String> {
        let first = self.runs.iter().find(|r| !r.text.trim().is_empty())?;
        (first.style == Style::Strong).then(|| squeeze(first.text.trim().trim_end_matches(':')))
    }

    /// Whether nothing but one bold phrase (and a colon) is said.
    pub fn only_label(&self) -> Option<String> {
        let label = self.label()?;
        let rest: String = self
            .runs
            .iter()
            .filter(|r| r.style != Style::Strong)
            .map(|r| r.text.as_str())
            .collect();
        rest.trim().trim_matches(':').is_empty().then_some(label)
    }

    /// `**Label**: value` and `**Label:** value`, one a line or several separated by `|`.
    pub fn fields(&self) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        let mut at_start = true;
        for (n, run) in self.runs.iter().enumerate() {
            let next_is_colon = self
                .runs
                .get(n + 1)
                .is_some_and(|r| r.text.trim_start().starts_with(':'));
            let is_label = run.style == Style::Strong
                && at_start
                && (run.text.trim_end().ends_with(':') || next_is_colon);
            if is_label {
                let label = squeeze(run.text.trim().trim_end_matches(':'));
                fields.push(Field {
                    label,
                    value: String::new(),
                    at: run.range.start,
                });
            } else if run.style == Style::Break {
                at_start = true;
                if let Some(field) = fields.last_mut() {
                    field.value.push(' ');
                }
                continue;
            } else if let Some(field) = fields.last_mut() {
                field.value.push_str(&run.text);
            }
            at_start =
                run.text.trim_end().ends_with('|') || (at_start && run.text.trim().is_empty());
        }
        for field in &mut fields {
            let value = field.value.trim_start();
            let value = value.strip_prefix(':').unwrap_or(value).trim();
            field.value = squeeze(value.trim_end_matches('|'));
        }
        fields
    }
}

/// Calls `see` with every run of words below these blocks (tables apart), in order.
pub(crate) fn inlines<'a>(blocks: &'a [Block], see: &mut dyn FnMut(&'a Inline)) {
    walk(blocks, &mut |block| match &block.kind {
        BlockKind::Paragraph(inline) => see(inline),
        BlockKind::List(list) => list.entries.iter().for_each(|e| see(&e.lead)),
        _ => {}
    });
}

/// One space where there were several, none at the ends.
pub(crate) fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    thread_local! {
        /// How often a block was asked whether it is a heading.
        pub static LOOKED: Cell<usize> = const { Cell::new(0) };
    }

    #[test]
    fn what_is_under_many_headings_is_found_with_one_look_at_each_block() {
        const HEADINGS: usize = 3000;
        let page = |at: usize| format!("{} H\n\ntext {at}\n\n", "#".repeat(2 + at % 2));
        let text: String = (0..HEADINGS).map(page).collect();
        LOOKED.set(0);
        let outline = Outline::read(&format!("before\n\n{text}"), 0);
        assert_eq!(outline.under(None).len(), 1);
        for number in 0..HEADINGS {
            let [
                Block {
                    kind: BlockKind::Paragraph(words),
                    ..
                },
            ] = outline.under(Some(number))
            else {
                panic!("one paragraph under heading {number}")
            };
            assert_eq!(words.text(), format!("text {number}"));
        }
        assert!(outline.under(Some(HEADINGS)).is_empty());
        assert_eq!(LOOKED.get(), outline.blocks.len());
    }

    fn paragraph(text: &str) -> Inline {
        match Outline::read(text, 0).blocks.remove(0).kind {
            BlockKind::Paragraph(inline) => inline,
            other => panic!("not a paragraph: {other:?}"),
        }
    }

    #[test]
    fn fields_in_every_spelling() {
        let pairs = |text: &str| -> Vec<(String, String)> {
            paragraph(text)
                .fields()
                .into_iter()
                .map(|f| (f.label, f.value))
                .collect()
        };
        let both = vec![
            ("A b".to_owned(), "1 `x`".replace('`', "")),
            ("C".to_owned(), "2".to_owned()),
        ];
        assert_eq!(pairs("**A b**: 1 `x`  \n**C**: 2"), both);
        assert_eq!(pairs("**A b:** 1 `x`\n**C:** 2"), both);
        assert_eq!(pairs("**A b:** 1 `x` | **C:** 2"), both);
        assert_eq!(pairs("Some **bold** words: none"), []);
        assert_eq!(pairs("**Only bold** words"), []);
    }

    #[test]
    fn checkboxes_nest_and_their_braces_are_blanked() {
        let text = "- [ ] {lab=a_b check=c_d} **Top:** x {#t}\n  - [x] low\n- [ ]\n- plain\n";
        let outline = Outline::read(text, 0);
        let BlockKind::List(list) = &outline.blocks[0].kind else {
            panic!("a list")
        };
        assert_eq!(list.entries[0].checkbox, Some((2, false)));
        assert_eq!(list.entries[0].lead.text(), "Top: x");
        assert_eq!(list.entries[0].lead.label().as_deref(), Some("Top"));
        assert_eq!(outline.braces[&2].len(), 2);
        let BlockKind::List(low) = &list.entries[0].rest[0].kind else {
            panic!("a list")
        };
        assert_eq!(low.entries[0].checkbox.map(|c| c.1), Some(true));
        assert_eq!(list.entries[2].checkbox, None);
    }

    #[test]
    fn fences_tables_and_headings_have_places() {
        let text = "# A `b` {#c}\n\n```cuda title=\"x\"\nint i;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n## D\nend\n";
        let outline = Outline::read(text, 0);
        assert_eq!(outline.headings[0].text, "A b");
        assert_eq!(outline.headings[0].id.as_deref(), Some("c"));
        let under = outline.under(Some(0));
        let BlockKind::Fence(fence) = &under[0].kind else {
            panic!("a fence")
        };
        assert_eq!(
            (fence.info.as_str(), &text[fence.inner.clone()]),
            ("cuda title=\"x\"", "int i;\n")
        );
        let BlockKind::Table(table) = &under[1].kind else {
            panic!("a table")
        };
        assert_eq!((table.header.len(), table.rows.len()), (2, 1));
        assert_eq!(outline.under(Some(1)).len(), 1);
    }

    #[test]
    fn deep_nesting_is_bounded_and_told() {
        let outline = Outline::read(&("> ".repeat(5000) + "x"), 0);
        assert!(outline.too_deep.is_some());
        let lists: String = (0..3000)
            .map(|n| format!("{}- a\n", "  ".repeat(n)))
            .collect();
        Outline::read(&lists, 0);
    }
}
