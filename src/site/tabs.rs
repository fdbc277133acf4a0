//! Tabs: block quotes `> [!TAB] Name` one after the other become one group, of which a reader sees one at a time.
//!
//! Radio buttons carry the choice, so tabs work without a script and from the keyboard; print shows all of them.

use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use super::markdown::Writer;

/// The groups of a page so far.
#[derive(Debug, Default)]
pub(super) struct Tabs {
    /// How many groups were opened.
    groups: usize,
    /// How many tabs the open group has; 0 when none is open.
    open: usize,
}

/// What a tab's block quote starts with.
const MARKER: &str = "[!TAB]";

/// How the list of open block quotes names a tab.
pub(super) const TAB_END: &str = "tab";

impl Writer<'_> {
    /// Opens a tab, and its group before the first.
    pub(super) fn open_tab(&mut self, name: &str) {
        if self.tabs.open == 0 {
            self.tabs.groups += 1;
            self.html("<div class=\"tabs\">\n");
        }
        self.tabs.open += 1;
        let (group, tab) = (self.tabs.groups, self.tabs.open);
        let checked = if tab == 1 { " checked" } else { "" };
        self.html(&format!(
            "<input type=\"radio\" name=\"tabs-{group}\" id=\"tab-{group}-{tab}\"{checked}><label for=\"tab-{group}-{tab}\">"
        ));
        self.text(if name.is_empty() { "Tab" } else { name });
        self.html("</label>\n<div class=\"tab\">\n");
        self.quotes.push(TAB_END);
    }

    /// A tab is over; the group is, too, unless another tab follows.
    pub(super) fn close_tab(&mut self) {
        self.html("</div>\n");
        let follows = match self.events.get(self.at) {
            Some((Event::Start(Tag::BlockQuote(_)), range)) => self.is_tab(range),
            _ => false,
        };
        if !follows {
            self.tabs.open = 0;
            self.html("</div>\n");
        }
    }

    fn is_tab(&self, range: &Range<usize>) -> bool {
        let source = self.page.source.get(range.clone()).unwrap_or_default();
        source.trim_start_matches(['>', ' ']).starts_with(MARKER)
    }
}
