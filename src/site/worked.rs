//! What takes work to find out before a page can show it: a plot's numbers, a kernel's request as it was made, a drawing that was
//! understood. Each is known by the key of everything that it was worked out from.
//!
//! A site that is linked holds what its pages used, and the next one begins with that: it works out what is new, and keeps
//! nothing that no page uses any more.

use std::collections::HashMap;
use std::sync::Arc;

use super::drawing::Drawing;
use super::named::Found;
use crate::course::keyed::Key;

/// What the pages of a site used.
#[derive(Clone, Debug, Default)]
pub struct Worked {
    found: HashMap<Key, Found>,
    drawings: HashMap<Key, Arc<Drawing>>,
}

/// What is worked out while a site is linked.
pub(super) struct Work<'a> {
    before: &'a Worked,
    now: Worked,
}

impl<'a> Work<'a> {
    /// Begins with what the pages of the last site used.
    pub fn after(before: &'a Worked) -> Work<'a> {
        Work {
            before,
            now: Worked::default(),
        }
    }

    /// What was found, when it was from what this key is of; it stays known.
    pub fn found(&mut self, key: Key) -> Option<Found> {
        let known = self.known(key, |worked| &worked.found)?;
        self.keep(key, known.clone());
        Some(known)
    }

    /// Keeps what was found.
    pub fn keep(&mut self, key: Key, found: Found) {
        self.now.found.insert(key, found);
    }

    /// The drawing of a text, understood now or before.
    ///
    /// # Errors
    /// What `read` says.
    pub fn drawing<E>(
        &mut self,
        text: &str,
        read: impl FnOnce(&str) -> Result<Drawing, E>,
    ) -> Result<Arc<Drawing>, E> {
        let key = Key::of(text.as_bytes());
        let drawing = match self.known(key, |worked| &worked.drawings) {
            Some(known) => known,
            None => Arc::new(read(text)?),
        };
        self.now.drawings.insert(key, drawing.clone());
        Ok(drawing)
    }

    /// All that was used.
    pub fn done(self) -> Worked {
        self.now
    }

    fn known<V: Clone>(&self, key: Key, of: impl Fn(&Worked) -> &HashMap<Key, V>) -> Option<V> {
        let both = [&self.now, self.before];
        both.into_iter()
            .find_map(|worked| of(worked).get(&key))
            .cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Builder, ChangeSet, drawing};
    use super::*;
    use crate::config::Config;

    const TEXT: &str =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M0 0\"/></svg>";

    fn used(before: &Worked, texts: &[&str]) -> (Worked, usize) {
        let (mut work, mut read) = (Work::after(before), 0);
        for text in texts {
            let understood = work.drawing(text, |text| {
                read += 1;
                drawing::read(text)
            });
            assert!(understood.is_ok(), "{text}");
        }
        (work.done(), read)
    }

    #[test]
    fn a_text_is_understood_once_as_long_as_a_page_shows_it() {
        let other = TEXT.replace("M0 0", "M1 1");
        let (first, read) = used(&Worked::default(), &[TEXT, TEXT, &other]);
        assert_eq!(read, 2);
        let (second, read) = used(&first, &[TEXT]);
        assert_eq!(read, 0);
        let (_, read) = used(&second, &[&other]);
        assert_eq!(read, 1, "what no page used is not kept");
    }

    /// The drawings of a site, by their keys.
    fn drawings(site: &Worked) -> Vec<(Key, Arc<Drawing>)> {
        let all = site.drawings.iter();
        all.map(|(key, drawing)| (*key, drawing.clone())).collect()
    }

    #[test]
    fn a_course_that_is_linked_again_shows_what_was_worked_out_before() {
        let folder = tempfile::tempdir().unwrap();
        let course = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/site");
        for entry in walkdir::WalkDir::new(course).into_iter().flatten() {
            let to = folder
                .path()
                .join(entry.path().strip_prefix(course).unwrap());
            match entry.file_type().is_dir() {
                true => std::fs::create_dir_all(to).unwrap(),
                false => drop(std::fs::copy(entry.path(), to).unwrap()),
            }
        }
        for live in [true, false] {
            let mut builder = Builder::new(Config::at(folder.path()), live);
            builder.build().unwrap();
            let before = builder.worked();
            assert!(!before.found.is_empty() && !before.drawings.is_empty());
            builder.update(&ChangeSet::Anything).unwrap();
            let after = builder.worked();
            assert_eq!(before.found.len(), after.found.len());
            for (key, drawing) in drawings(&before) {
                assert!(Arc::ptr_eq(&drawing, &after.drawings[&key]));
            }
        }
    }

    #[test]
    fn what_is_wrong_is_said_each_time() {
        let nothing = Worked::default();
        let mut work = Work::after(&nothing);
        for _ in 0..2 {
            assert!(work.drawing("<svg><script/></svg>", drawing::read).is_err());
        }
    }
}
