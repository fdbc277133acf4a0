//! The further texts of a program: names and texts in, files of the source out.

use std::borrow::Cow;

use super::{File, Source};

impl Source {
    /// The same with further texts, by name: what a compiler would take one by one and link. Nothing where they are too
    /// many or too long.
    pub fn with_units(self, units: Vec<(String, String)>) -> Option<Source> {
        let place = |(name, text)| {
            self.files
                .local
                .place(name, Cow::Owned(text))
                .map(File::base)
        };
        let units: Option<Vec<u32>> = units.into_iter().map(place).collect();
        let units = units?.into();
        Some(Source { units, ..self })
    }

    /// The program's further texts.
    pub fn units(&self) -> impl Iterator<Item = &File> {
        self.units.iter().map(|base| self.file(*base))
    }
}
