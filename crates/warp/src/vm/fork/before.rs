//! Memory as it was before jobs stored there, page by page: what they did can be taken back.
//!
//! A page goes in before the first store to it is made; all comes back as it was. The rule: a page that was all zero costs nothing.

use crate::launch::Memory;

/// Bytes that are kept at once.
pub const PAGE: usize = 4096;

/// What is known of a page.
#[derive(Clone, Default)]
pub enum Page {
    /// It is as it was.
    #[default]
    Same,
    /// Zeros, as the marks of what was written are, or all are set.
    Zeros {
        /// Whether the marks are set.
        written: bool,
    },
    /// Its bytes, and the marks of what was written.
    Kept(Box<[u8]>, Box<[u8]>),
}

fn all(bytes: &[u8], value: u8) -> bool {
    bytes.iter().fold(0, |any, byte| any | (byte ^ value)) == 0
}

impl Page {
    /// Keeps what is there, if it is not kept yet.
    #[inline(always)]
    pub fn keep(&mut self, bytes: &[u8], written: &[u8]) {
        if matches!(self, Page::Same) {
            *self = Page::of(bytes, written);
        }
    }

    #[cold]
    fn of(bytes: &[u8], written: &[u8]) -> Page {
        let set = all(written, 0xff);
        match all(bytes, 0) && (set || all(written, 0)) {
            true => Page::Zeros { written: set },
            false => Page::Kept(bytes.into(), written.into()),
        }
    }

    fn restore(&self, bytes: &mut [u8], written: &mut [u8]) {
        match self {
            Page::Same => {}
            Page::Zeros { written: set } => {
                bytes.fill(0);
                written.fill(if *set { 0xff } else { 0 });
            }
            Page::Kept(before, marks) => {
                bytes.copy_from_slice(before);
                written.copy_from_slice(marks);
            }
        }
    }
}

/// An allocation's pages; none where nothing was stored.
#[derive(Clone, Default)]
pub struct Pages {
    /// Whether they are kept at all.
    kept: bool,
    list: Vec<Page>,
}

impl Pages {
    /// All pages of so many bytes, before some are stored to; none where none are kept.
    pub fn open(&mut self, bytes: usize) -> &mut [Page] {
        if self.kept {
            self.list.resize_with(bytes.div_ceil(PAGE), Page::default);
        }
        &mut self.list
    }
}

/// By allocation, buffers first, its pages.
pub struct PagesBefore(Vec<Pages>);

impl PagesBefore {
    /// For so many allocations; whether anything is kept.
    pub fn new(allocations: usize, kept: bool) -> Self {
        let none = Pages {
            kept,
            list: Vec::new(),
        };
        PagesBefore(vec![none; allocations])
    }

    /// By allocation.
    pub fn slots(&mut self) -> impl Iterator<Item = &mut Pages> {
        self.0.iter_mut()
    }

    /// Takes back what was stored.
    pub fn restore(&self, memory: &mut Memory) {
        let slots = memory.buffers.iter_mut().chain(&mut memory.symbols);
        for (to, pages) in slots.zip(&self.0) {
            for (i, (page, bytes)) in pages.list.iter().zip(to.bytes.chunks_mut(PAGE)).enumerate() {
                let marks = to.written.len();
                let (from, end) = (i * PAGE / 8, (i + 1) * PAGE / 8);
                let written = &mut to.written[from.min(marks)..end.min(marks)];
                page.restore(bytes, written);
            }
        }
    }
}
