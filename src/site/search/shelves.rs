//! The form of the index's files: all text, so that any host serves and compresses them.
//!
//! A line of a shelf is a word, the number of its sections in base 36, and the sections themselves, parted by tabs. A
//! section is a number of base-32 digits, least first, of which all but the last are marked: the distance from the
//! section before, times eight, plus how much the word weighs there (0 to 7). Sections are counted through the whole
//! course in reading order. A word of more than [`MOST`] sections keeps those in which it weighs most.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use rayon::prelude::*;
use serde_json::json;
use sorted::SortedMap;

use super::{Document, GROUP, Section, lead, words};
use crate::site::Bytes;

/// Bytes of a shelf, as far as whole words allow.
const SHELF: usize = 16_000;
/// Sections of a word that are kept.
const MOST: usize = 1_500;
/// Words of `words.txt`.
const FREQUENT: usize = 6_000;
/// Words of a section of ordinary length.
const ORDINARY: f64 = 120.0;

/// Digits below 32 end a number, the others go on.
const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/// A word's sections with what it weighs in each, in order.
type Places = Vec<(u32, u8)>;

/// Every file of the index by its address.
pub fn files(documents: &[Document]) -> SortedMap<String, Bytes> {
    let counts: Vec<usize> = documents
        .par_iter()
        .map(|document| document.sections().len())
        .collect();
    let groups = groups(documents);
    let words = gather(documents, &counts);
    let mut shelves: Vec<(&str, String)> = Vec::new();
    for (word, places) in &words {
        let line = line(word, places);
        match shelves.last_mut() {
            Some((_, shelf)) if shelf.len() + line.len() <= SHELF => shelf.push_str(&line),
            _ => shelves.push((word, line)),
        }
    }
    let mut hasher = blake3::Hasher::new();
    for (_, shelf) in &shelves {
        hasher.update(shelf.as_bytes());
    }
    for group in &groups {
        hasher.update(group.as_bytes());
    }
    let hash = hasher.finalize().to_hex()[..12].to_owned();
    let mut sections = String::new();
    counts
        .iter()
        .for_each(|count| push_number(&mut sections, *count as u32));
    let index = json!({
        "version": 2,
        "hash": hash,
        "group": GROUP,
        "total": counts.iter().sum::<usize>(),
        "sections": sections,
        "shelves": shelves.iter().map(|(first, _)| first).collect::<Vec<_>>(),
    });
    let shelves = shelves.into_iter().map(|(_, shelf)| shelf).enumerate();
    let shelves = shelves.map(|(at, shelf)| (format!("t{at}.txt"), shelf));
    let groups = groups.into_iter().enumerate();
    let named = groups
        .map(|(at, group)| (format!("p{at}.json"), group))
        .chain(shelves)
        .chain([("words.txt".to_owned(), frequent(&words))])
        .map(|(name, text)| (format!("search/{hash}/{name}"), text));
    named
        .chain([("search/index.json".to_owned(), index.to_string())])
        .map(|(address, text)| (address, Bytes::Text(text.into())))
        .collect()
}

/// What results show, a few pages a file.
fn groups(documents: &[Document]) -> Vec<String> {
    let group = |documents: &[Document]| {
        let pages: Vec<_> = documents
            .iter()
            .map(|document| {
                let sections: Vec<_> = document
                    .sections()
                    .iter()
                    .map(|s| json!([s.anchor, s.heading, lead(s)]))
                    .collect();
                json!([document.url, document.title, document.place, sections])
            })
            .collect();
        json!(pages).to_string()
    };
    documents.par_chunks(GROUP).map(group).collect()
}

/// Every word with its sections.
fn gather(documents: &[Document], counts: &[usize]) -> BTreeMap<Box<str>, Places> {
    const TOGETHER: usize = 64;
    let mut first = 0;
    let starts: Vec<usize> = counts
        .chunks(TOGETHER)
        .map(|counts| {
            let start = first;
            first += counts.iter().sum::<usize>();
            start
        })
        .collect();
    let parts: Vec<HashMap<Box<str>, Places>> = documents
        .par_chunks(TOGETHER)
        .zip(starts)
        .map(|(documents, start)| {
            let mut all: HashMap<Box<str>, Places> = HashMap::new();
            let mut id = start as u32;
            for document in documents {
                for section in document.sections() {
                    for (word, weight) in weigh(document, &section) {
                        match all.get_mut(&*word) {
                            Some(places) => places.push((id, weight)),
                            None => drop(all.insert(word, vec![(id, weight)])),
                        }
                    }
                    id += 1;
                }
            }
            all
        })
        .collect();
    let mut words: BTreeMap<Box<str>, Places> = BTreeMap::new();
    for part in parts {
        for (word, places) in part {
            words.entry(word).or_default().extend(places);
        }
    }
    words
}

/// The words of a section, each with its weight from 0 to 7: often in a short section is much, in a title most.
fn weigh(document: &Document, section: &Section<'_>) -> Vec<(Box<str>, u8)> {
    let mut sums: HashMap<Box<str>, f64> = HashMap::new();
    let mut count = 0.0;
    let mut hear = |text: &str, weight: f64| {
        words::each(text, |word, whole| {
            count += 1.0;
            let weight = if whole { weight } else { weight * 0.5 };
            match sums.get_mut(word) {
                Some(sum) => *sum += weight,
                None => drop(sums.insert(word.into(), weight)),
            }
        });
    };
    if section.anchor.is_empty() {
        hear(&document.title, 14.0);
        hear(&document.name, 14.0);
        hear(&document.place, 2.0);
    }
    hear(section.heading, 7.0);
    section.texts.iter().for_each(|text| hear(text, 1.0));
    let length = 0.4 + 0.6 * count / ORDINARY;
    let weight = |sum: f64| (8.0 * sum / (sum + 1.5 * length)).min(7.0) as u8;
    sums.into_iter()
        .map(|(word, sum)| (word, weight(sum)))
        .collect()
}

fn line(word: &str, places: &Places) -> String {
    let mut line = String::with_capacity(word.len() + places.len().min(MOST) * 2 + 8);
    line.push_str(word);
    line.push('\t');
    push_base_36(&mut line, places.len());
    line.push('\t');
    let mut kept: Vec<(u32, u8)> = places.clone();
    if kept.len() > MOST {
        kept.sort_by_key(|(id, weight)| (std::cmp::Reverse(*weight), *id));
        kept.truncate(MOST);
        kept.sort_unstable();
    }
    let mut before = 0;
    for (id, weight) in kept {
        push_number(&mut line, (id - before) * 8 + u32::from(weight));
        before = id;
    }
    line.push('\n');
    line
}

fn push_number(out: &mut String, mut number: u32) {
    while number >= 32 {
        out.push(char::from(DIGITS[32 + (number & 31) as usize]));
        number >>= 5;
    }
    out.push(char::from(DIGITS[number as usize]));
}

fn push_base_36(out: &mut String, number: usize) {
    if number >= 36 {
        push_base_36(out, number / 36);
    }
    let _ = write!(
        out,
        "{}",
        char::from_digit((number % 36) as u32, 36).unwrap_or('0')
    );
}

/// The words that most sections hold, the most frequent first.
fn frequent(words: &BTreeMap<Box<str>, Places>) -> String {
    let mut all: Vec<(&str, usize)> = words
        .iter()
        .map(|(word, places)| (&**word, places.len()))
        .collect();
    all.sort_by_key(|(word, count)| (std::cmp::Reverse(*count), *word));
    all.truncate(FREQUENT);
    all.iter()
        .map(|(word, _)| *word)
        .collect::<Vec<_>>()
        .join("\n")
}

/// A line of a shelf, read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The word.
    pub word: String,
    /// Its sections in all.
    pub count: usize,
    /// Those that were kept, with what it weighs in each.
    pub places: Vec<(u32, u8)>,
}

/// Reads a shelf.
pub fn read(shelf: &str) -> Vec<Line> {
    let line = |line: &str| {
        let mut fields = line.split('\t');
        let (word, count, places) = (fields.next()?, fields.next()?, fields.next()?);
        let (mut numbers, mut number, mut shift, mut id) = (Vec::new(), 0u32, 0, 0);
        for byte in places.bytes() {
            let digit = DIGITS.iter().position(|known| *known == byte)? as u32;
            number |= (digit & 31) << shift;
            shift += 5;
            if digit < 32 {
                id += number / 8;
                numbers.push((id, (number % 8) as u8));
                (number, shift) = (0, 0);
            }
        }
        Some(Line {
            word: word.to_owned(),
            count: usize::from_str_radix(count, 36).ok()?,
            places: numbers,
        })
    };
    shelf.lines().filter_map(line).collect()
}
