//! Which text of a program includes which of its headers, and sees their macros.
//!
//! Each inclusion goes in; out come the macros that are there again, and whether a header is one text's alone. The rule: a text begins without
//! the macros of the program's headers, and an inclusion brings back those of a header that was read before, and of all that it includes:
//! its guard is among them, so its text is not put out twice.

use super::{Macro, Preprocessor};
use crate::ast::Text;
use cuda_source::source::File;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// The program's headers so far, each known by where it begins.
#[derive(Default)]
pub(super) struct Inclusions {
    /// The text at hand.
    text: usize,
    /// Which texts include a header.
    by: HashMap<u32, BTreeSet<usize>>,
    /// What a header includes.
    within: HashMap<u32, BTreeSet<u32>>,
    /// The macros of headers that earlier texts include.
    aside: BTreeMap<(u32, Text), Rc<Macro>>,
}

impl Inclusions {
    /// Whether one text alone includes a header.
    pub fn by_one(&self, base: u32) -> bool {
        self.by.get(&base).is_some_and(|texts| texts.len() == 1)
    }

    /// A header, and what it was seen to include, and so on.
    fn all_within(&self, base: u32) -> BTreeSet<u32> {
        let mut found = BTreeSet::from([base]);
        let mut open = vec![base];
        while let Some(base) = open.pop() {
            let within = self.within.get(&base).into_iter().flatten();
            open.extend(within.filter(|base| found.insert(**base)));
        }
        found
    }
}

impl<'a> Preprocessor<'a> {
    /// Takes note that the file at hand includes a header of the program's, whose macros are there again if they were put aside.
    pub(super) fn note_inclusion(&mut self, header: &'a File) {
        let around = self.inclusions.within.entry(self.file.base());
        around.or_default().insert(header.base());
        for base in self.inclusions.all_within(header.base()) {
            let text = self.inclusions.text;
            if !self.inclusions.by.entry(base).or_default().insert(text) {
                continue;
            }
            let from = (base, Text::from(""));
            let there = self.inclusions.aside.range(from..);
            for ((_, name), one) in there.take_while(|((of, _), _)| *of == base) {
                self.macros.insert(name.clone(), one.clone());
            }
        }
    }

    /// Begins a further text: puts the macros of the program's headers aside.
    pub(super) fn put_macros_aside(&mut self) {
        self.inclusions.text += 1;
        let (source, aside) = (self.source, &mut self.inclusions.aside);
        self.macros.retain(|name, one| {
            let Some(at) = one.defined else {
                return true;
            };
            let file = source.file(at.start);
            if !file.is_system() {
                aside.insert((file.base(), name.clone()), one.clone());
            }
            file.is_system()
        });
    }
}
