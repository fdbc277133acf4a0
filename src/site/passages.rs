//! What the Markdown writer gathers for the search on its way: the words and the code below each heading.

use std::sync::Arc;

use super::markdown::Writer;
use super::search::Passage;

impl Writer<'_> {
    /// Words of the text.
    pub(super) fn index_words(&mut self, words: &str) {
        // A heading's own words are known already.
        if !self.in_heading() {
            self.passage().text.push_str(words);
        }
    }

    /// A block of code, by its index on the page.
    pub(super) fn index_block(&mut self, index: usize) {
        self.passage().blocks.push(index);
    }

    /// A listing, by its index on the page.
    pub(super) fn index_listing(&mut self, index: usize) {
        self.passage().listings.push(index);
    }

    /// A heading: what follows is found below it.
    pub(super) fn begin_passage(&mut self, anchor: &str, words: &str) {
        let task = self.task();
        Arc::make_mut(&mut self.out.passages).push(Passage {
            task,
            anchor: anchor.to_owned(),
            heading: words.to_owned(),
            ..Passage::default()
        });
    }

    fn passage(&mut self) -> &mut Passage {
        let task = self.task();
        let passages = Arc::make_mut(&mut self.out.passages);
        if passages.last().is_none_or(|last| last.task != task) {
            passages.push(Passage {
                task,
                ..Passage::default()
            });
        }
        let last = passages.len() - 1;
        &mut passages[last]
    }
}
