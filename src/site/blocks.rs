//! Blocks with rules of their own: callouts, code, listings, formulas, and items that can be ticked.
//!
//! What a block cannot make sense of is a problem at its place, and the nearest right word is named.

use std::ops::Range;
use std::sync::Arc;

use pulldown_cmark::{BlockQuoteKind, Event, Tag, TagEnd};
use pulldown_latex::config::DisplayMode;
use pulldown_latex::event::{Content, Dimension, DimensionUnit, Event as LatexEvent};
use pulldown_latex::{Parser as Latex, RenderConfig, Storage, push_mathml};

use super::code::{Show, WORDS};
use super::listing;
use super::markdown::{OpenItem, Spanned, Writer};
use super::parse::{Piece, problem_at};
use super::tabs::TAB_END;
use crate::course::nearest;

/// Callouts: the word in the source, the class, the words on the page.
pub(super) const CALLOUTS: [(&str, &str, &str); 8] = [
    ("NOTE", "note", "Note"),
    ("TIP", "tip", "Tip"),
    ("IMPORTANT", "important", "Important"),
    ("WARNING", "warning", "Watch out"),
    ("CAUTION", "caution", "Caution"),
    ("MENTAL-MODEL", "model", "Mental model"),
    ("RULE", "rule", "Rule of thumb"),
    ("TAKEAWAY", "takeaway", "Takeaway"),
];

/// A formula as MathML.
///
/// # Errors
/// What the formula's author has to mend, in one line.
pub fn mathml(tex: &str, display: bool) -> Result<String, String> {
    let storage = Storage::new();
    let mut events = Vec::new();
    for event in Latex::new(tex, &storage) {
        // The renderer would write an error into the page; a build should stop instead.
        let event = event.map_err(|error| first_line(&error.to_string()))?;
        // A blank (`\ `, `~`) comes as the name of one, which the renderer would write as it is.
        events.push(match event {
            LatexEvent::Content(Content::Text("&nbsp;")) => LatexEvent::Space {
                width: Some(Dimension::new(0.333, DimensionUnit::Em)),
                height: None,
                depth: None,
            },
            event => event,
        });
    }
    let config = RenderConfig {
        display_mode: if display {
            DisplayMode::Block
        } else {
            DisplayMode::Inline
        },
        ..RenderConfig::default()
    };
    let mut out = String::new();
    let events = events.into_iter().map(Ok::<_, std::convert::Infallible>);
    push_mathml(&mut out, events, config).map_err(|error| error.to_string())?;
    Ok(well_formed(&out))
}

/// MathML with its signs escaped: the renderer writes `<`, and blanks as HTML's names, where a sign stands for itself.
fn well_formed(math: &str) -> String {
    let mut out = String::with_capacity(math.len());
    let mut rest = math;
    while let Some(at) = rest.find(['<', '&']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let next = from[1..].chars().next();
        let (sign, length) = match from.as_bytes()[0] {
            b'<' if next.is_some_and(|c| c == '/' || c.is_ascii_alphabetic()) => ("<", 1),
            b'<' => ("&lt;", 1),
            _ if from.starts_with("&nbsp;") => ("\u{a0}", "&nbsp;".len()),
            _ if ["&amp;", "&lt;", "&gt;", "&quot;", "&#"]
                .iter()
                .any(|name| from.starts_with(name)) =>
            {
                ("&", 1)
            }
            _ => ("&amp;", 1),
        };
        out.push_str(sign);
        rest = &from[length..];
    }
    out + rest
}

fn first_line(text: &str) -> String {
    text.lines()
        .next()
        .unwrap_or_default()
        .trim()
        .trim_end_matches(['.', ':'])
        .to_owned()
}

impl Writer<'_> {
    /// A formula; a bad one is a problem and leaves its source on the page.
    pub(super) fn formula(&mut self, tex: &str, display: bool, range: &Range<usize>) {
        match mathml(tex, display) {
            Ok(math) if display => {
                self.html(
                    "<span class=\"formula\" tabindex=\"0\" role=\"group\" aria-label=\"Formula\">",
                );
                self.html(&math);
                self.html("</span>");
            }
            Ok(math) => self.html(&math),
            Err(why) => {
                let problem = problem_at(
                    self.page,
                    range.start,
                    format!("the formula `{tex}` cannot be read: {why}"),
                );
                self.out.problems.push(problem);
            }
        }
    }

    /// A fence: a listing, or code as it stands.
    pub(super) fn code_block(&mut self, info: &str, range: &Range<usize>) {
        let text = self.code_text();
        let (show, unknown) = Show::from_info(info);
        if let Some(word) = unknown.first() {
            let key = word.split('=').next().unwrap_or(word);
            let mut problem = problem_at(
                self.page,
                range.start,
                format!("unknown word `{word}` on a code fence"),
            );
            problem.help = Some(match nearest(key, WORDS) {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    "a fence takes a language, `title=\"…\"`, `lines=1,3-5`, `from=N`, `numbers`"
                        .to_owned()
                }
            });
            self.out.problems.push(problem);
        }
        if show.language == "reading" {
            return self.reading_fence(&text, range);
        }
        if show.language == "calc" {
            return self.calc_fence(&text, range);
        }
        if show.language == "map" {
            return self.access_fence(&text, range);
        }
        if show.language == "plot" {
            return self.plot_fence(&text, range);
        }
        if show.language != "listing" {
            let index = self.out.blocks.len();
            Arc::make_mut(&mut self.out.blocks).push((show, text));
            self.index_block(index);
            return self.piece(Piece::Code(index));
        }
        match listing::ask(&text, range.clone()) {
            Ok(asked) => {
                let index = self.out.listings.len();
                self.out.listings.push(asked);
                self.index_listing(index);
                self.piece(Piece::Listing(index));
            }
            Err(message) => {
                let problem = problem_at(self.page, range.start, message);
                self.out.problems.push(problem);
            }
        }
    }

    /// A block quote, a callout, or a block of fields.
    pub(super) fn open_quote(&mut self, kind: Option<BlockQuoteKind>, range: &Range<usize>) {
        let source = self.page.source.get(range.clone()).unwrap_or_default();
        let first = source.trim_start_matches(['>', ' ']);
        if let Some((word, title)) = marker(first) {
            if word == "TAB" {
                self.skip_marker(range.start + source.len() - first.len());
                return self.open_tab(title);
            }
            let known = CALLOUTS.iter().find(|(name, _, _)| *name == word);
            if let Some((_, class, words)) = known {
                if kind.is_none() {
                    self.skip_marker(range.start + source.len() - first.len());
                }
                let words = self.facts.interface.word(words);
                let title = if title.is_empty() { &words } else { title };
                return self.open_callout(class, title);
            }
            let mut problem = problem_at(
                self.page,
                range.start,
                format!("unknown callout `[!{word}]`"),
            );
            let names: Vec<&str> = CALLOUTS
                .iter()
                .map(|(name, _, _)| *name)
                .chain(["TAB"])
                .collect();
            problem.help = Some(match nearest(word, names.iter().copied()) {
                Some(near) => format!("did you mean `[!{near}]`?"),
                None => format!("known: {}", names.join(", ")),
            });
            self.out.problems.push(problem);
        }
        if first.starts_with("**") {
            self.fields += 1;
            self.html("<div class=\"fields\">\n");
            self.quotes.push("</div>\n");
        } else {
            self.html("<blockquote>\n");
            self.quotes.push("</blockquote>\n");
        }
    }

    fn open_callout(&mut self, class: &str, words: &str) {
        self.html(&format!(
            "<div class=\"callout callout-{class}\" role=\"note\">\n<p class=\"callout-title\">"
        ));
        self.text(words);
        self.html("</p>\n");
        self.quotes.push("</div>\n");
    }

    pub(super) fn close_quote(&mut self) {
        let closing = self.quotes.pop().unwrap_or("</blockquote>\n");
        if closing == TAB_END {
            return self.close_tab();
        }
        self.html(closing);
        if closing == "</div>\n" && self.fields > 0 {
            self.fields -= 1;
        }
    }

    /// Hides the line of `[!RULE] …`, which pulldown-cmark takes for text when the word is not GitHub's.
    fn skip_marker(&mut self, start: usize) {
        let rest = self.page.source.get(start..).unwrap_or_default();
        let end = start + rest.find('\n').map_or(rest.len(), |at| at + 1);
        self.hidden.push(start..end);
        // A paragraph that is nothing but the marker is none.
        let rest = &self.events[self.at..];
        let opens = matches!(rest.first(), Some((Event::Start(Tag::Paragraph), _)));
        let closes = |(event, _): &Spanned<'_>| matches!(event, Event::End(TagEnd::Paragraph));
        if opens
            && let Some(length) = rest.iter().position(closes)
            && rest[length].1.end <= end
        {
            self.at += length + 1;
            return;
        }
        // The line end after the marker is text of the paragraph as well.
        for (event, range) in self.events.iter_mut().skip(self.at) {
            match event {
                Event::SoftBreak if range.start < end => {
                    *event = Event::Text("".into());
                    break;
                }
                Event::End(_) => break,
                _ => {}
            }
        }
    }

    /// A list; one with entries that can be ticked says so, which for a style is cheaper to ask than what is in it.
    pub(super) fn open_list(&mut self, first: Option<u64>) {
        self.close_label();
        let class = if self.has_tasks() {
            " class=\"tasks\""
        } else {
            ""
        };
        match first {
            None => self.html(&format!("<ul{class}>\n")),
            Some(1) => self.html(&format!("<ol{class}>\n")),
            Some(first) => self.html(&format!("<ol{class} start=\"{first}\">\n")),
        }
    }

    /// Whether an entry of the list that has just begun can be ticked.
    fn has_tasks(&self) -> bool {
        let mut depth = 0_usize;
        for (at, (event, range)) in self.events.iter().enumerate().skip(self.at) {
            match event {
                Event::Start(Tag::Item) if depth == 0 && self.is_task(at + 1, range.start) => {
                    return true;
                }
                Event::Start(_) => depth += 1,
                Event::End(_) if depth == 0 => return false,
                Event::End(_) => depth -= 1,
                _ => {}
            }
        }
        false
    }

    /// Whether a list entry can be ticked: `at` is the event after its start, `start` its place in the source.
    fn is_task(&self, at: usize, start: usize) -> bool {
        let event = |at: usize| self.events.get(at).map(|(event, _)| event);
        let marker = match event(at) {
            Some(Event::Start(Tag::Paragraph)) => event(at + 1),
            other => other,
        };
        matches!(marker, Some(Event::TaskListMarker(_))) || self.page.item_at(start).is_some()
    }

    /// A list entry; one that can be ticked says so.
    pub(super) fn open_item(&mut self, range: &Range<usize>) {
        let is_task = self.is_task(self.at, range.start);
        let bare = self.page.item_at(range.start).map(|place| place.id.clone());
        self.items.push(OpenItem::default());
        if is_task {
            self.html("<li class=\"task\">");
        } else {
            self.html("<li>");
        }
        if let Some(id) = bare {
            let loose = matches!(
                self.events.get(self.at),
                Some((Event::Start(Tag::Paragraph), _))
            );
            match self.items.last_mut() {
                Some(open) if loose => open.bare = Some(id),
                _ => self.open_label(id),
            }
        }
    }

    /// A checkbox.
    pub(super) fn tick(&mut self, range: &Range<usize>) {
        match self.page.item_at(range.start).map(|place| place.id.clone()) {
            Some(id) => {
                self.hide_braces(range.start);
                self.open_label(id);
            }
            // A list that nothing counts: shown, not kept.
            None => {
                let rest = self.page.source.len();
                self.hide_ids(&(range.end..rest));
                self.html("<input type=\"checkbox\" disabled aria-label=\"to be ticked\"> ");
            }
        }
    }

    fn open_label(&mut self, id: String) {
        if let Some(open) = self.items.last_mut() {
            open.question = self.facts.questions.contains(&id);
            open.label = Some(id.clone());
            open.id.clone_from(&id);
        }
        self.piece(Piece::Tick(id));
    }

    pub(super) fn close_label(&mut self) {
        if let Some(id) = self.items.last_mut().and_then(|open| open.label.take()) {
            self.piece(Piece::TickEnd(id));
        }
    }

    /// A block opens inside an item: its text is over, and below a question an answer begins.
    pub(super) fn before_block(&mut self, tag: &Tag<'_>) {
        let block = matches!(
            tag,
            Tag::Paragraph | Tag::CodeBlock(_) | Tag::BlockQuote(_) | Tag::Table(_) | Tag::List(_)
        );
        if !block || self.items.last().is_none_or(|open| open.bare.is_some()) {
            return;
        }
        self.close_label();
        // A nested list of items is part of what is asked, not an answer.
        let items = matches!(tag, Tag::List(_))
            && matches!(
                self.events.get(self.at + 1),
                Some((Event::TaskListMarker(_), _))
            );
        if let Some(open) = self.items.last_mut()
            && open.question
            && !open.answering
            && !items
        {
            open.answering = true;
            let id = open.id.clone();
            if self.facts.predictions.contains(&id) {
                self.prediction(&id);
            }
            self.html("<details class=\"answer\"><summary>");
            self.text(&self.facts.interface.word("Show the answer"));
            self.html("</summary>\n");
        }
    }

    /// The field for an answer of one's own, before the page's; without scripts there is only the page's.
    fn prediction(&mut self, id: &str) {
        self.html("<form class=\"predict\" data-predict=\"");
        self.text(id);
        self.html("\" data-scripted><label>Your answer <input type=\"text\" name=\"said\" autocomplete=\"off\" maxlength=\"200\"></label> <button type=\"submit\" class=\"grade-button\">Commit</button><span class=\"predict-said\" role=\"status\"></span></form>\n");
    }

    /// A paragraph opens: in a loose list this is where an item without a checkbox begins its text.
    ///
    /// A paragraph of one image with a title is a figure, and the title its caption.
    pub(super) fn open_paragraph(&mut self) {
        self.caption = self.lone_image();
        if self.caption.is_some() {
            return self.html("<figure class=\"figure\">");
        }
        self.html("<p>");
        if let Some(id) = self.items.last_mut().and_then(|open| open.bare.take()) {
            self.open_label(id);
        }
    }

    pub(super) fn close_paragraph(&mut self) {
        let Some(caption) = self.caption.take() else {
            return self.html("</p>\n");
        };
        self.html("<figcaption>");
        self.text(&caption);
        self.html("</figcaption></figure>\n");
    }

    /// The title of the image that is all of the paragraph just opened.
    fn lone_image(&self) -> Option<String> {
        if !self.items.is_empty() {
            return None;
        }
        let Some((Event::Start(Tag::Image { title, .. }), image)) = self.events.get(self.at) else {
            return None;
        };
        let is_end = |(event, range): &&Spanned<'_>| {
            matches!(event, Event::End(TagEnd::Image)) && range.end == image.end
        };
        let rest = &self.events[self.at..];
        let end = rest.iter().position(|event| is_end(&event))?;
        let alone = matches!(rest.get(end + 1), Some((Event::End(TagEnd::Paragraph), _)));
        (alone && !title.is_empty()).then(|| title.to_string())
    }

    pub(super) fn close_item(&mut self) {
        self.close_label();
        if let Some(open) = self.items.pop()
            && open.answering
        {
            self.html("<p class=\"grade\" data-grade=\"");
            self.text(&open.id);
            self.html("\" hidden></p>\n</details>\n");
        }
        self.html("</li>\n");
    }

    /// `{#a1}` and `{lab=rope check=all}` are an item's name and who decides it, not its text.
    fn hide_braces(&mut self, marker: usize) {
        let page = self.page;
        for braces in page
            .item_at(marker)
            .into_iter()
            .flat_map(|place| &place.braces)
        {
            let blanks = |text: &str| text.len() - text.trim_end_matches(' ').len();
            let before = page.source.get(..braces.start).map_or(0, blanks);
            let after = page.source.get(braces.end..).unwrap_or_default();
            let after = after.len() - after.trim_start_matches(' ').len();
            self.hidden.push(braces.start - before..braces.end + after);
        }
    }

    /// The same of a checkbox that is no item of the course.
    fn hide_ids(&mut self, range: &Range<usize>) {
        let source = self.page.source.get(range.clone()).unwrap_or_default();
        let line = source.lines().next().unwrap_or_default();
        for (at, _) in line.match_indices("{#") {
            if let Some(end) = line[at..].find('}') {
                let blanks = line[..at].len() - line[..at].trim_end_matches(' ').len();
                self.hidden
                    .push(range.start + at - blanks..range.start + at + end + 1);
            }
        }
    }
}

/// `[!RULE] A title` as its two parts.
fn marker(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("[!")?;
    let (word, rest) = rest.split_once(']')?;
    let named = !word.is_empty() && word.chars().all(|c| c.is_ascii_uppercase() || c == '-');
    named.then(|| (word, rest.lines().next().unwrap_or_default().trim()))
}
