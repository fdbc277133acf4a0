//! `content/items.lock`: the ids of everything that can be ticked, so that marks survive rewording and reordering.
//!
//! One line an item: its id, a space, its words; comments start with `#`. An explicit id is what it says. An item without
//! one takes an id of the lock, tried in this order: same words in the same list; words alike (at least 0.6 by edit
//! distance) in the same list, the most alike first; same words in another list (it was moved). What is left gets a new id.
//! An id that the lock knows and the course no longer has is a warning, unless an `alias=` of an item or an `aliases` of a
//! page names it. Nothing is written but by [`update`], which `course build --lock` calls; a lock that lags is a warning.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fmt::Write as _;
use std::path::Path;

use super::build::Built;
use super::disk::{self, Unread};
use super::item::Item;
use super::items::Draft;
use super::lines::Lines;
use super::load::load_all;
use super::model::Course;
use super::page::{ItemPlace, PageId};
use super::problem::Problem;

/// Where the lock stands, relative to the course's root.
pub const LOCK: &str = "content/items.lock";

/// How alike two texts must be for one to be a rewording of the other.
const ALIKE: f64 = 0.6;
/// The most that is compared to find rewordings, in letters times letters: some seconds.
const MOST_COMPARED: usize = 2_000_000_000;

const HEAD: &str = "\
# Ids of everything that can be ticked, so that marks survive rewording and reordering.
# Written by `course build --lock`. One line an item: id, space, words.
";

/// A line of the lock.
#[derive(Clone, Debug)]
pub(crate) struct Locked {
    pub id: String,
    pub words: String,
    pub line: u32,
}

/// Reads the lock; none is an empty one.
pub(crate) fn read(root: &Path, problems: &mut Vec<Problem>) -> Vec<Locked> {
    let text = match disk::text(root, Path::new(LOCK)) {
        Ok(text) => text,
        Err(Unread::Missing) => return Vec::new(),
        Err(unread) => {
            problems.push(unread.problem(Path::new(LOCK)));
            return Vec::new();
        }
    };
    parse(&text, problems)
}

fn parse(text: &str, problems: &mut Vec<Problem>) -> Vec<Locked> {
    let mut locked: Vec<Locked> = Vec::new();
    let mut ids = BTreeSet::new();
    let lines = Lines::new(text);
    for (n, line) in text.lines().enumerate() {
        let line_number = n as u32 + 1;
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        let (id, words) = line.split_once(' ').unwrap_or((line, ""));
        let wrong = if id.starts_with("<<<<<<<")
            || id.starts_with(">>>>>>>")
            || id.starts_with("=======")
        {
            Some("a merge conflict; keep the lines of both sides".to_owned())
        } else if !super::braces::is_id(id) {
            Some(format!("`{id}` is not an id"))
        } else if !ids.insert(id.to_owned()) {
            Some(format!("a second line for `{id}`"))
        } else {
            None
        };
        match wrong {
            Some(message) => problems.push(
                Problem::error(LOCK, message)
                    .at(line_number, 1)
                    .line_of(&lines),
            ),
            None => locked.push(Locked {
                id: id.to_owned(),
                words: words.to_owned(),
                line: line_number,
            }),
        }
    }
    locked
}

/// Gives every item its final id, on items and on pages, and tells what the lock and the course disagree about.
///
/// Items below an id of `held_back` may be missing: their page is a draft.
pub(crate) fn settle(
    built: &mut Built,
    locked: &[Locked],
    held_back: &[String],
    problems: &mut Vec<Problem>,
) {
    let ids = choose(&built.drafts, locked);
    let below = |line: &Locked, id: &String| {
        let rest = line.id.strip_prefix(id.as_str());
        rest.is_some_and(|rest| rest.starts_with('/'))
    };
    let expected: Vec<Locked> = locked
        .iter()
        .filter(|line| ids.contains(&line.id) || !held_back.iter().any(|id| below(line, id)))
        .cloned()
        .collect();
    lagging(built, &expected, &ids, problems);
    let mut final_ids: BTreeMap<(PageId, usize), String> = BTreeMap::new();
    for (draft, id) in built.drafts.iter_mut().zip(ids) {
        final_ids.insert((draft.page, draft.marker), id.clone());
        if let Some(page) = built.course.pages.get_mut(draft.page.0) {
            page.items.push(ItemPlace {
                marker: draft.marker,
                id: id.clone(),
                braces: draft.braces.clone(),
            });
        }
        draft.id = id;
    }
    for page in &mut built.course.pages {
        page.items.sort_by_key(|place| place.marker);
    }
    for_each_item(&mut built.course, &mut |item| {
        if let Some(id) = final_ids.get(&(item.page, item.marker)) {
            item.id.clone_from(id);
        }
    });
}

fn for_each_item(course: &mut Course, change: &mut dyn FnMut(&mut Item)) {
    fn below(items: &mut [Item], change: &mut dyn FnMut(&mut Item)) {
        for item in items {
            change(item);
            below(&mut item.children, change);
        }
    }
    for module in course.parts.iter_mut().flat_map(|p| &mut p.modules) {
        below(&mut module.concepts, change);
        for question in &mut module.questions {
            below(std::slice::from_mut(&mut question.item), change);
        }
        if let Some(project) = &mut module.project {
            below(&mut project.items, change);
        }
        for task in module.tiers.iter_mut().flat_map(|t| &mut t.tasks) {
            below(&mut task.criteria, change);
            below(&mut task.hard_mode, change);
        }
    }
}

/// The final id of each draft, in order.
fn choose(drafts: &[Draft], locked: &[Locked]) -> Vec<String> {
    let explicit: BTreeSet<&str> = drafts
        .iter()
        .filter(|d| d.explicit)
        .map(|d| d.id.as_str())
        .collect();
    let mut free = Free::of(locked.iter().filter(|l| !explicit.contains(l.id.as_str())));
    let mut ids: Vec<Option<String>> = drafts
        .iter()
        .map(|d| d.explicit.then(|| d.id.clone()))
        .collect();
    take(drafts, &mut ids, &mut free, |d| {
        (d.container.as_str(), d.letter, d.text.as_str())
    });
    alike(drafts, &mut ids, &mut free);
    // What was moved keeps its words and its letter; the list it stood in is another.
    let mut moved = Free::of(free.left());
    moved.forget_lists();
    take(drafts, &mut ids, &mut moved, |d| {
        ("", d.letter, d.text.as_str())
    });

    let mut taken: BTreeSet<String> = ids.iter().flatten().cloned().collect();
    taken.extend(locked.iter().map(|l| l.id.clone()));
    let new = |(draft, id): (&Draft, Option<String>)| {
        id.unwrap_or_else(|| {
            let mut id = draft.id.clone();
            let mut n = 1;
            while !taken.insert(id.clone()) {
                n += 1;
                id = format!("{}-{n}", draft.id);
            }
            id
        })
    };
    drafts.iter().zip(ids).map(new).collect()
}

/// The list and letter of a derived id (`mod.a/c3-1f2e3d`); nothing for an explicit one.
fn list_of(id: &str) -> Option<(&str, char)> {
    let (container, local) = id.rsplit_once('/')?;
    let (start, _) = local.split_once('-')?;
    let letter = start.chars().next().filter(char::is_ascii_lowercase)?;
    start[1..]
        .chars()
        .all(|c| c.is_ascii_digit())
        .then_some((container, letter))
}

/// The list, the letter and the words of a line.
type Key<'a> = (&'a str, char, &'a str);

/// Lines that no item has yet, found by what they must share with one. Of several the first is given.
struct Free<'a> {
    lines: BTreeMap<u32, &'a Locked>,
    by_key: HashMap<Key<'a>, VecDeque<u32>>,
}

impl<'a> Free<'a> {
    fn of(lines: impl IntoIterator<Item = &'a Locked>) -> Free<'a> {
        let mut free = Free {
            lines: BTreeMap::new(),
            by_key: HashMap::new(),
        };
        for line in lines {
            free.lines.insert(line.line, line);
            if let Some((list, letter)) = list_of(&line.id) {
                let key = (list, letter, line.words.as_str());
                free.by_key.entry(key).or_default().push_back(line.line);
            }
        }
        free
    }

    /// Finds lines whatever list they were in.
    fn forget_lists(&mut self) {
        let mut by_key: HashMap<Key<'a>, VecDeque<u32>> = HashMap::new();
        for (number, line) in &self.lines {
            if let Some((_, letter)) = list_of(&line.id) {
                let key = ("", letter, line.words.as_str());
                by_key.entry(key).or_default().push_back(*number);
            }
        }
        self.by_key = by_key;
    }

    fn take(&mut self, key: Key<'a>) -> Option<&'a Locked> {
        let numbers = self.by_key.get_mut(&key)?;
        loop {
            let number = numbers.pop_front()?;
            if let Some(line) = self.lines.remove(&number) {
                return Some(line);
            }
        }
    }

    fn left(&self) -> impl Iterator<Item = &'a Locked> {
        self.lines.values().copied()
    }
}

/// Gives each draft without an id the first free line of its key.
fn take<'a>(
    drafts: &'a [Draft],
    ids: &mut [Option<String>],
    free: &mut Free<'a>,
    key: impl Fn(&'a Draft) -> Key<'a>,
) {
    for (draft, id) in drafts.iter().zip(ids).filter(|(_, id)| id.is_none()) {
        *id = free.take(key(draft)).map(|line| line.id.clone());
    }
}

/// Gives drafts the free lines of their list whose words are most alike, best pair first.
fn alike(drafts: &[Draft], ids: &mut [Option<String>], free: &mut Free<'_>) {
    let mut compared = 0usize;
    let mut lists: HashMap<(&str, char), Vec<&Locked>> = HashMap::new();
    for line in free.left() {
        if let Some(list) = list_of(&line.id) {
            lists.entry(list).or_default().push(line);
        }
    }
    let mut pairs: Vec<(f64, usize, &Locked)> = Vec::new();
    for (at, draft) in drafts
        .iter()
        .enumerate()
        .filter(|(at, _)| ids[*at].is_none())
    {
        let list = lists.get(&(draft.container.as_str(), draft.letter));
        for line in list.into_iter().flatten() {
            // An edit distance takes as long as its texts' lengths multiplied; a list of that many new words is another list.
            compared += draft.text.len() * line.words.len();
            if compared > MOST_COMPARED {
                break;
            }
            let score = strsim::normalized_levenshtein(&draft.text, &line.words);
            if score >= ALIKE {
                pairs.push((score, at, line));
            }
        }
    }
    pairs.sort_by(|a, b| {
        b.0.total_cmp(&a.0)
            .then(a.1.cmp(&b.1))
            .then(a.2.line.cmp(&b.2.line))
    });
    for (_, at, line) in pairs {
        if ids[at].is_none() && free.lines.remove(&line.line).is_some() {
            ids[at] = Some(line.id.clone());
        }
    }
}

/// What the lock knows and the course has not, and the other way round.
fn lagging(built: &Built, locked: &[Locked], ids: &[String], problems: &mut Vec<Problem>) {
    let present: BTreeSet<&str> = ids.iter().map(String::as_str).collect();
    let aliases: BTreeSet<&str> = built
        .drafts
        .iter()
        .flat_map(|d| &d.aliases)
        .map(String::as_str)
        .collect();
    let pages: Vec<&str> = built
        .sources
        .iter()
        .flat_map(|s| &s.front.aliases)
        .map(String::as_str)
        .collect();
    let renamed = |id: &str| {
        aliases.contains(id)
            || pages.iter().any(|p| {
                id.strip_prefix(p)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
    };
    for line in locked
        .iter()
        .filter(|l| !present.contains(l.id.as_str()) && !renamed(&l.id))
    {
        let message = format!(
            "`{}` is gone from the course: {}",
            line.id,
            shortened(&line.words)
        );
        let help = format!(
            "name what replaces it with `alias={}`, or accept with `course build --lock`",
            line.id
        );
        problems.push(
            Problem::error(LOCK, message)
                .warning()
                .at(line.line, 1)
                .help(help),
        );
    }
    let known: BTreeMap<&str, &str> = locked
        .iter()
        .map(|l| (l.id.as_str(), l.words.as_str()))
        .collect();
    let (mut new, mut reworded) = (0, 0);
    for (draft, id) in built.drafts.iter().zip(ids) {
        match known.get(id.as_str()) {
            None => new += 1,
            Some(words) if *words != draft.text => reworded += 1,
            Some(_) => {}
        }
    }
    if new + reworded > 0 {
        let message = format!("out of date: {new} new and {reworded} reworded items are not in it");
        let help = "run `course build --lock` and commit it, so that marks survive the next change";
        problems.push(Problem::error(LOCK, message).warning().help(help));
    }
}

fn shortened(words: &str) -> String {
    match words.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", words[..at].trim_end()),
        None => words.to_owned(),
    }
}

/// The lock of a course as text.
pub fn text(course: &Course) -> String {
    let mut out = HEAD.to_owned();
    for located in course.items() {
        let _ = writeln!(out, "{} {}", located.item.id, located.item.text);
    }
    out
}

/// Writes the lock of the course at `root`, replaced whole, and returns how many items it holds.
///
/// # Errors
/// The course's errors, if it has any: an unreadable page would look like items that are gone. Or that the file cannot be
/// written.
pub fn update(root: &Path) -> Result<usize, Vec<Problem>> {
    // A draft's ids are kept, too, so that it can come and go.
    let loaded = load_all(root, None, true);
    let errors: Vec<Problem> = loaded
        .problems
        .into_iter()
        .filter(Problem::is_error)
        .collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let path = root.join(LOCK);
    let new = root.join(format!("{LOCK}.new"));
    let written =
        std::fs::write(&new, text(&loaded.course)).and_then(|()| std::fs::rename(&new, &path));
    match written {
        Ok(()) => Ok(loaded.course.items().len()),
        Err(error) => Err(vec![Problem::error(
            LOCK,
            format!("cannot be written: {error}"),
        )]),
    }
}

/// What an id of former days is called now: by an item's `alias=`, or by a page's `aliases` for all that stands on it.
pub fn successor(course: &Course, old: &str) -> Option<String> {
    let items = course.items();
    if let Some(now) = items
        .iter()
        .find(|l| l.item.aliases.iter().any(|a| a == old))
    {
        return Some(now.item.id.clone());
    }
    for page in &course.pages {
        for alias in &page.front.aliases {
            if let Some(rest) = old
                .strip_prefix(alias.as_str())
                .filter(|r| r.starts_with('/'))
            {
                let now = format!("{}{rest}", page.id);
                return items.iter().any(|l| l.item.id == now).then_some(now);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(id: &str, text: &str) -> Draft {
        Draft {
            id: id.to_owned(),
            explicit: list_of(id).is_none(),
            aliases: Vec::new(),
            container: "m".into(),
            letter: 'c',
            text: text.to_owned(),
            page: PageId(0),
            marker: 0,
            braces: Vec::new(),
            places: Vec::new(),
        }
    }

    fn locked(lines: &[(&str, &str)]) -> Vec<Locked> {
        let line = |(n, (id, words)): (usize, &(&str, &str))| Locked {
            id: (*id).to_owned(),
            words: (*words).to_owned(),
            line: n as u32 + 1,
        };
        lines.iter().enumerate().map(line).collect()
    }

    #[test]
    fn ids_survive_reordering_rewording_and_moving() {
        let lock = locked(&[
            ("m/c1-aaaaaa", "registers are private"),
            ("m/c2-bbbbbb", "shared memory is banked"),
            ("n/c1-cccccc", "warps"),
        ]);
        let drafts = [
            draft("m/c1-000001", "shared memory is banked"),
            draft("m/c2-000002", "registers are private to a thread"),
            draft("m/c3-000003", "warps"),
            draft("m/c4-000004", "something else entirely"),
        ];
        assert_eq!(
            choose(&drafts, &lock),
            ["m/c2-bbbbbb", "m/c1-aaaaaa", "n/c1-cccccc", "m/c4-000004"]
        );
    }

    #[test]
    fn explicit_ids_are_what_they_say_and_new_ones_never_collide() {
        let lock = locked(&[("m/a", "old words"), ("m/c1-aaaaaa", "gone words far away")]);
        let drafts = [
            draft("m/a", "new words"),
            draft("m/c1-aaaaaa", "x"),
            draft("m/c1-bbbbbb", "y"),
        ];
        assert_eq!(
            choose(&drafts, &lock),
            ["m/a", "m/c1-aaaaaa-2", "m/c1-bbbbbb"]
        );
    }

    #[test]
    fn a_broken_lock_is_told_with_its_line() {
        let mut problems = Vec::new();
        let lock = parse(
            "# head\nm/a words\nm/a again\n<<<<<<< mine\nBad id\n\nm/b\n",
            &mut problems,
        );
        assert_eq!(lock.len(), 2);
        let told: Vec<_> = problems
            .iter()
            .map(|p| (p.line, p.message.as_str()))
            .collect();
        let expected = [
            (3, "a second line for `m/a`"),
            (4, "a merge conflict; keep the lines of both sides"),
            (5, "`Bad` is not an id"),
        ];
        assert_eq!(told, expected);
    }
}
