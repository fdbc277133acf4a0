//! How text becomes words that can be found: names of code whole and in parts, plurals as their singular.
//!
//! `static/search.js` does the same to what a reader types; `tests/fixtures/search/words.json` holds both to it.
//!
//! A run of letters, digits and `_` is one name, in lower case, without `_` around it. When it has parts (`_`, or a
//! capital after a small letter) each part is a word as well, so `__shfl_down_sync` is found whole and by `sync`.

/// The longest word that is kept, in characters.
const LONGEST: usize = 40;

/// Words that say nothing about a page, as [`each`] would tell them, in order.
pub const LEFT_OUT: [&str; 44] = [
    "a", "an", "and", "are", "as", "at", "be", "been", "but", "by", "can", "do", "doe", "for",
    "from", "had", "has", "have", "if", "in", "is", "it", "its", "no", "not", "of", "on", "or",
    "so", "than", "that", "the", "their", "then", "there", "they", "thi", "to", "was", "were",
    "which", "will", "with", "you",
];

/// Tells each word of a text, in order, with whether it is a whole name and not a part of one.
pub fn each(text: &str, mut tell: impl FnMut(&str, bool)) {
    let in_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut word = String::new();
    for run in text.split(|c| !in_name(c)) {
        let name = run.trim_matches('_');
        if name.is_empty() {
            continue;
        }
        plain(name, &mut word);
        if is_kept(&word) {
            tell(&word, true);
        }
        if has_parts(name) {
            for part in parts(name) {
                plain(part, &mut word);
                if is_kept(&word) {
                    tell(&word, false);
                }
            }
        }
    }
}

fn is_kept(word: &str) -> bool {
    word.chars().nth(1).is_some() && LEFT_OUT.binary_search(&word).is_err()
}

fn has_parts(name: &str) -> bool {
    let mut before = ' ';
    name.chars().any(|c| {
        let new = c == '_' || (before.is_lowercase() && c.is_uppercase());
        before = c;
        new
    })
}

/// The parts of a name: `cudaMemcpy_2D` as `cuda`, `Memcpy`, `2D`.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    let mut before = ' ';
    let mut starts = vec![0];
    for (at, c) in name.char_indices() {
        if c == '_' || (before.is_lowercase() && c.is_uppercase()) {
            starts.push(at);
        }
        before = c;
    }
    starts.push(name.len());
    let pieces: Vec<&str> = starts
        .windows(2)
        .map(|ends| name[ends[0]..ends[1]].trim_matches('_'))
        .collect();
    pieces.into_iter().filter(|piece| !piece.is_empty())
}

/// Lower case, at most [`LONGEST`] characters, without the `s` of a plural.
fn plain(name: &str, word: &mut String) {
    word.clear();
    word.extend(name.chars().flat_map(char::to_lowercase).take(LONGEST));
    let letters = word.bytes().all(|byte| byte.is_ascii_lowercase());
    if letters && word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") {
        word.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_left_out_are_in_order() {
        assert!(LEFT_OUT.is_sorted());
    }
}
