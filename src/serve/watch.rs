//! Two watchers: saved files make the site again, and a store that another process wrote to is news.
//!
//! Files are watched by the system's events (reads are not news, bursts are one save) and, where events do not come,
//! by looking now and then. A save that truncates first is seen as one: a broken result is only told when no further
//! change follows it at once. The store is asked for its change counter.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Weak;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant, SystemTime};

use notify::{EventKind, RecursiveMode, Watcher};
use walkdir::WalkDir;

use super::site::Change;
use super::{News, Server, Shared, progress};
use crate::config::Config;

/// A burst of events is one save when nothing comes for this long. A save cut in two is made good by `DOUBT`, or by the
/// next round.
const SETTLE: Duration = Duration::from_millis(8);
/// How long a broken result waits for the other half of a save.
const DOUBT: Duration = Duration::from_millis(120);
/// How often the store is asked.
const ASK: Duration = Duration::from_millis(250);

/// Makes the site again on every save until the server is gone; `told` hears of each.
pub fn watch_files(server: &Shared, told: impl Fn(&Change) + Send + 'static) {
    let (send, saves) = channel();
    let config = server.config.clone();
    let weak = std::sync::Arc::downgrade(server);
    std::thread::spawn(move || {
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            // What cannot be told apart counts as a change; looking costs little.
            if event.map_or(true, |event| !matches!(event.kind, EventKind::Access(_))) {
                let _ = send.send(());
            }
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

fn follow(config: &Config, server: &Weak<Server>, saves: &Receiver<()>, told: &dyn Fn(&Change)) {
    let (mut seen, mut cost) = look(config);
    loop {
        let pause = Duration::from_secs(1).max(cost * 50);
        match saves.recv_timeout(pause) {
            Ok(()) => settle(saves, SETTLE),
            Err(RecvTimeoutError::Timeout) => {}
            // The watcher could not be made: looking every second is all there is.
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(pause),
        }
        let Some(server) = server.upgrade() else {
            return;
        };
        let now;
        (now, cost) = look(config);
        if now == seen {
            continue;
        }
        seen = now;
        let mut change = server.site.rebuild();
        if matches!(change, Change::Broken(_)) && wait(saves, DOUBT) {
            settle(saves, SETTLE);
            seen = look(config).0;
            change = server.site.rebuild();
        }
        server.announce(&change);
        told(&change);
    }
}

/// Waits until no save comes for a while.
fn settle(saves: &Receiver<()>, quiet: Duration) {
    let start = Instant::now();
    while saves.recv_timeout(quiet).is_ok() && start.elapsed() < Duration::from_millis(400) {}
}

fn wait(saves: &Receiver<()>, time: Duration) -> bool {
    saves.recv_timeout(time).is_ok()
}

fn folders(config: &Config) -> Vec<PathBuf> {
    [
        config.content(),
        config.templates(),
        config.static_dir(),
        config.kernels(),
        config.labs(),
    ]
    .into_iter()
    .filter(|folder| folder.is_dir())
    .collect()
}

type Stamp = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Every watched file with its time and size, and how long it took to look.
fn look(config: &Config) -> (Stamp, Duration) {
    let start = Instant::now();
    let mut stamp = Stamp::new();
    for folder in folders(config) {
        for entry in WalkDir::new(folder).into_iter().filter_map(Result::ok) {
            if let Ok(meta) = entry.metadata()
                && meta.is_file()
            {
                stamp.insert(entry.into_path(), (meta.modified().ok(), meta.len()));
            }
        }
    }
    (stamp, start.elapsed())
}

/// Tells open pages when anyone wrote to the store, until the server is gone.
pub fn watch_store(server: &Shared) {
    let weak = std::sync::Arc::downgrade(server);
    std::thread::spawn(move || {
        let mut last = None;
        let mut tallies: Option<BTreeMap<String, usize>> = None;
        loop {
            let Some(server) = weak.upgrade() else { return };
            let counter = server.with_store(|store| store.change_counter()).ok();
            if counter.is_some() && counter != last {
                let now = server.attempts_by_lab();
                if let (Some(before), Some(now)) = (&tallies, &now) {
                    server.tell_of_attempts(before, now);
                }
                if last.is_some() {
                    server.tell(News::Standing);
                }
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
