//! Two watchers: after a save the site is built again, and a store that another process wrote to is news.
//!
//! Files are watched by the system's events (reads are not news, bursts are one save), which name what changed, and, where
//! events do not come, by looking at all of them now and then. A save that truncates first is seen as one: a broken result is only told when no further
//! change follows it at once. The store is asked for its change counter, and the
//! learner's files that criteria look at for their times: they may lie anywhere below the root.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Weak;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant, SystemTime};

use notify::{EventKind, RecursiveMode, Watcher};

use super::site::Change;
use super::{News, Server, Shared, progress};
use crate::config::Config;
use crate::course::disk;
use crate::site::ChangeSet;

/// A burst of events is one save when nothing comes for this long. A save cut in two is made good by `DOUBT`, or by the
/// next round.
const SETTLE: Duration = Duration::from_millis(8);
/// How long a broken result waits for the other half of a save.
const DOUBT: Duration = Duration::from_millis(120);
/// How often the store is asked.
const ASK: Duration = Duration::from_millis(250);

/// Builds the site again on every save until the server is gone; `told` hears of each.
pub fn watch_files(server: &Shared, told: impl Fn(&Change) + Send + 'static) {
    let (send, saves) = channel();
    let config = server.config.clone();
    let weak = std::sync::Arc::downgrade(server);
    std::thread::spawn(move || {
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let saved = match event {
                Ok(event) if matches!(event.kind, EventKind::Access(_)) => return,
                Ok(event) if !event.need_rescan() => Saved::Files(event.paths),
                // What cannot be told apart counts as a change of anything.
                _ => Saved::Anything,
            };
            let _ = send.send(saved);
        });
        // Without a watcher, looking has to do.
        let _watcher = watcher.ok().map(|mut watcher| {
            for folder in folders(&config) {
                let _ = watcher.watch(&folder, RecursiveMode::Recursive);
            }
            watcher
        });
        follow(&config, &weak, &saves, &told);
    });
}

/// What an event says was saved.
enum Saved {
    Files(Vec<PathBuf>),
    Anything,
}

fn follow(config: &Config, server: &Weak<Server>, saves: &Receiver<Saved>, told: &dyn Fn(&Change)) {
    let (mut seen, mut cost) = look(config);
    loop {
        let pause = Duration::from_secs(1).max(cost * 50);
        let named = match saves.recv_timeout(pause) {
            Ok(first) => settle(saves, first, SETTLE),
            Err(RecvTimeoutError::Timeout) => None,
            // The watcher could not be made: looking every second is all there is.
            Err(RecvTimeoutError::Disconnected) => {
                std::thread::sleep(pause);
                None
            }
        };
        let Some(server) = server.upgrade() else {
            return;
        };
        let changed = match named.and_then(|named| restamp(&mut seen, named)) {
            Some(changed) => changed,
            None => {
                let now;
                (now, cost) = look(config);
                let changed = differences(&seen, &now);
                seen = now;
                changed
            }
        };
        if changed.is_empty() {
            continue;
        }
        let below = |path: &PathBuf| {
            path.strip_prefix(&config.root)
                .unwrap_or(path)
                .to_path_buf()
        };
        let changes = ChangeSet::Files(changed.iter().map(below).collect());
        let mut change = server.site.rebuild(&changes);
        if matches!(change, Change::Broken(_))
            && let Ok(more) = saves.recv_timeout(DOUBT)
        {
            settle(saves, more, SETTLE);
            seen = look(config).0;
            change = server.site.rebuild(&ChangeSet::Anything);
        }
        server.announce(&change);
        told(&change);
    }
}

/// Waits until no save comes for a while; the files that were named, none when it may be any.
fn settle(saves: &Receiver<Saved>, first: Saved, quiet: Duration) -> Option<BTreeSet<PathBuf>> {
    let start = Instant::now();
    let mut named = Some(BTreeSet::new());
    let mut next = Some(first);
    while let Some(saved) = next {
        match (saved, &mut named) {
            (Saved::Files(paths), Some(named)) => named.extend(paths),
            _ => named = None,
        }
        if start.elapsed() >= Duration::from_millis(400) {
            break;
        }
        next = saves.recv_timeout(quiet).ok();
    }
    named
}

/// Which of these files are not as they were seen, and sees them; none when a look at everything is needed.
fn restamp(seen: &mut Seen, named: BTreeSet<PathBuf>) -> Option<BTreeSet<PathBuf>> {
    let mut changed = BTreeSet::new();
    if seen.linked {
        return None;
    }
    for path in named {
        let now = std::fs::metadata(&path).ok();
        match (seen.stamps.get_mut(&path), now) {
            (Some(stamp), Some(meta)) if meta.is_file() => {
                let now = stamp_of(&meta);
                if *stamp != now {
                    *stamp = now;
                    changed.insert(path);
                }
            }
            // A file that came and went while its neighbour was saved.
            (None, None) => {}
            // A folder, a file that is new, one that is gone.
            _ => return None,
        }
    }
    Some(changed)
}

fn differences(old: &Seen, new: &Seen) -> BTreeSet<PathBuf> {
    let (old, new) = (&old.stamps, &new.stamps);
    let both = old.keys().chain(new.keys());
    both.filter(|path| old.get(*path) != new.get(*path))
        .cloned()
        .collect()
}

fn folders(config: &Config) -> Vec<PathBuf> {
    [
        config.content(),
        config.templates(),
        config.static_dir(),
        config.kernels(),
        config.labs_dir(),
    ]
    .into_iter()
    .filter(|folder| folder.is_dir())
    .collect()
}

/// The watched files as they were looked at.
#[derive(Default)]
struct Seen {
    stamps: BTreeMap<PathBuf, (Option<SystemTime>, u64)>,
    /// Whether some were reached by links: a save of what they lead to names another file.
    linked: bool,
}

fn stamp_of(meta: &std::fs::Metadata) -> (Option<SystemTime>, u64) {
    (meta.modified().ok(), meta.len())
}

/// Every watched file with its time and size, and how long it took to look.
fn look(config: &Config) -> (Seen, Duration) {
    let start = Instant::now();
    let mut seen = Seen::default();
    for folder in folders(config) {
        let found = disk::files(&config.root, &folder);
        seen.linked |= found.linked;
        for path in found.files {
            if let Ok(meta) = std::fs::metadata(&path) {
                seen.stamps.insert(path, stamp_of(&meta));
            }
        }
    }
    (seen, start.elapsed())
}

/// Tells open pages when anyone wrote to the store or to a file that criteria look at, until the server is gone.
pub fn watch_store(server: &Shared) {
    let weak = std::sync::Arc::downgrade(server);
    // Looked at before anyone is answered: what is written after that is news.
    let mut last = server.with_store(|store| store.change_counter()).ok();
    let mut tallies = server.attempts_by_lab();
    let mut files = Some(server.learner_files());
    std::thread::spawn(move || {
        loop {
            let Some(server) = weak.upgrade() else { return };
            let saved = Some(server.learner_files());
            if saved != files {
                server.tell(News::Standing);
            }
            files = saved;
            let counter = server.with_store(|store| store.change_counter()).ok();
            if counter.is_some() && counter != last {
                let now = server.attempts_by_lab();
                if let (Some(before), Some(now)) = (&tallies, &now) {
                    server.tell_of_attempts(before, now);
                }
                server.tell(News::Standing);
                last = counter;
                tallies = now.or(tallies);
            }
            drop(server);
            std::thread::sleep(ASK);
        }
    });
}

impl Server {
    fn attempts_by_lab(&self) -> Option<BTreeMap<String, usize>> {
        let tallies = self.with_store(|store| store.tallies()).ok()?;
        Some(
            tallies
                .into_iter()
                .map(|(lab, (count, _))| (lab, count))
                .collect(),
        )
    }

    fn tell_of_attempts(&self, before: &BTreeMap<String, usize>, now: &BTreeMap<String, usize>) {
        for (lab, count) in now {
            if before.get(lab).is_some_and(|old| old >= count) {
                continue;
            }
            let newest = self
                .with_store(|store| store.attempts(lab))
                .ok()
                .and_then(|all| all.into_iter().last());
            if let Some(newest) = newest {
                self.tell(News::Judged(progress::attempt(
                    newest.number,
                    &newest.attempt,
                )));
            }
        }
    }
}
