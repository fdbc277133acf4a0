//! Who is too alike, for the page: every lab's texts compared, the pairs of all labs in one list, with excerpts of the first.

use serde_json::{Value, json};

use crate::class::alike::excerpts::{Side, passages};
use crate::class::alike::{Compared, compare};
use crate::class::model::Class;

/// Pairs on the page at most.
const PAIRS: usize = 300;
/// Pairs that are shown side by side.
const SIDE_BY_SIDE: usize = 100;

/// The pairs as the page has them.
pub struct Pairs {
    /// `[lab, learner, learner, per cent, fingerprints, passages]`, the most alike first.
    pub rows: Value,
    /// How many texts of how many could be compared, a sentence a lab.
    pub compared: Vec<String>,
    /// Pairs that are not on the page.
    pub more: usize,
    /// Whether there is any text.
    pub any: bool,
}

/// A pair with whose texts it is of.
struct Found<'c> {
    lab: usize,
    learners: [usize; 2],
    texts: [&'c str; 2],
    alike: f64,
    shared: usize,
}

/// Compares the texts of each lab.
pub fn pairs(class: &Class) -> Pairs {
    let mut found: Vec<Found<'_>> = Vec::new();
    let (mut compared, mut more, mut any) = (Vec::new(), 0, false);
    for (at, lab) in class.labs.iter().enumerate() {
        let texts: Vec<Compared<'_>> = texts(class, at);
        if texts.is_empty() {
            continue;
        }
        any = true;
        let alike = compare(&texts, &lab.starter);
        compared.push(format!("{}: {} of {}", lab.id, alike.compared, texts.len()));
        more += alike.more;
        found.extend(alike.pairs.iter().map(|pair| {
            let (one, two) = (&texts[pair.texts.0], &texts[pair.texts.1]);
            Found {
                lab: at,
                learners: [one.learner, two.learner],
                texts: [one.text, two.text],
                alike: pair.alike,
                shared: pair.shared,
            }
        }));
    }
    found.sort_by(|a, b| {
        let order = b.alike.total_cmp(&a.alike).then(b.shared.cmp(&a.shared));
        order.then((a.lab, a.learners).cmp(&(b.lab, b.learners)))
    });
    more += found.len().saturating_sub(PAIRS);
    found.truncate(PAIRS);
    let row = |(at, pair): (usize, &Found<'_>)| {
        let shown = match at < SIDE_BY_SIDE {
            true => side_by_side(pair, &class.labs[pair.lab].starter),
            false => Vec::new(),
        };
        let percent = (pair.alike * 100.0).round();
        json!([
            pair.lab,
            pair.learners[0],
            pair.learners[1],
            percent,
            pair.shared,
            shown
        ])
    };
    Pairs {
        rows: found.iter().enumerate().map(row).collect(),
        compared,
        more,
        any,
    }
}

/// The texts of a lab, each of a learner's once.
fn texts(class: &Class, lab: usize) -> Vec<Compared<'_>> {
    let mut texts: Vec<Compared<'_>> = Vec::new();
    for (learner, pupil) in class.learners.iter().enumerate() {
        let of_lab = pupil.submissions.iter().filter(|one| one.lab == lab);
        texts.extend(of_lab.filter_map(|one| {
            let text = one.text.as_deref()?;
            Some(Compared { learner, text })
        }));
    }
    texts
}

fn side_by_side(pair: &Found<'_>, starter: &str) -> Vec<Value> {
    let [one, two] = pair.texts;
    let side = |side: &Side| json!([side.line, side.text, side.more]);
    let passages = passages(one, two, starter);
    let passages = passages.iter();
    passages
        .map(|passage| {
            json!([
                passage.words,
                side(&passage.sides[0]),
                side(&passage.sides[1])
            ])
        })
        .collect()
}
