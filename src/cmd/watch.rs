//! `course watch`: every save of a lab's kernel is judged; the newest save gets the verdict.
//!
//! One loop hears four voices: file events, a slow poll (for file systems without events), the run in progress, and the
//! person (`q` and Enter, or Ctrl-C). A save with the text that is being judged changes nothing; another text cancels the run.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant, SystemTime};

use lab::Lab;
use notify::{EventKind, RecursiveMode, Watcher};

use crate::cli::WatchArgs;
use crate::cmd::judging;
use crate::config::Config;
use crate::course::{self, On};
use crate::exit::{Exit, Failure};
use crate::runner::{
    self, Cancel, CheckResult, Judged, Processes, Progress, Request, Selection, Why, Wishes,
};
use crate::standing;
use crate::store::{Status, Store, hash};
use crate::tell::paint::{CLEAR, Paint, Role};
use crate::tell::{self, check as told};

/// Editors write a file in several steps; this long after the last one it is read.
const SETTLE: Duration = Duration::from_millis(60);
/// How often the file's time is looked at where no event comes.
const POLL: Duration = Duration::from_millis(500);
/// How long the loop sleeps at most.
const TICK: Duration = Duration::from_millis(25);

enum Heard {
    Touched,
    Quit,
    Building(usize),
    Checked(usize, Box<CheckResult>),
    Over(usize, Box<Result<Judged, Failure>>),
}

/// Runs `course watch`.
///
/// # Errors
/// When the lab is unknown or the store cannot be opened.
pub fn run(config: &Config, args: WatchArgs) -> Result<Exit, Failure> {
    let store = super::open_store(config)?;
    let lab = match &args.lab {
        Some(name) => config.labs.find(name)?,
        None => {
            let next = standing::next_lab(config.labs, &store)?;
            let next = next.or(config.labs.all().first().copied());
            next.ok_or_else(|| Failure::broken("this course has no lab"))?
        }
    };
    runner::starter_if_absent(config, lab)?;
    let (say, hear) = mpsc::channel();
    let path = config.kernel(lab.id, &lab.file);
    let watcher = watch_folder(&path, say.clone());
    if watcher.is_none() {
        tell::note(
            "this file system gives no events; the file is looked at twice a second",
            config.colour,
        );
    }
    listen_to_stdin(say.clone());
    let interrupt = Cancel::on_signal();
    let mut watch = Watch {
        config,
        lab,
        store,
        path,
        say,
        paint: Paint::stdout(config.colour),
        current: None,
        judged: String::new(),
        runs: 0,
        lines: told::Lines::default(),
        on: args.device.unwrap_or_else(|| course::device(&config.root)),
    };
    watch.go(&hear, &interrupt);
    Ok(Exit::Pass)
}

/// Events of the kernel's folder: editors replace files, so the file itself cannot be watched.
fn watch_folder(path: &Path, say: Sender<Heard>) -> Option<notify::RecommendedWatcher> {
    let name = path.file_name()?.to_owned();
    let touched = move |event: notify::Result<notify::Event>| {
        let Ok(event) = event else { return };
        let about = event
            .paths
            .iter()
            .any(|path| path.file_name() == Some(&*name));
        if about && !matches!(event.kind, EventKind::Access(_)) {
            let _ = say.send(Heard::Touched);
        }
    };
    let mut watcher = notify::recommended_watcher(touched).ok()?;
    watcher
        .watch(path.parent()?, RecursiveMode::NonRecursive)
        .ok()?;
    Some(watcher)
}

fn listen_to_stdin(say: Sender<Heard>) {
    std::thread::spawn(move || {
        for line in std::io::stdin().lines().map_while(Result::ok) {
            if line.trim() == "q" {
                let _ = say.send(Heard::Quit);
            }
        }
    });
}

/// The run in progress.
struct Current {
    cancel: Cancel,
    source: String,
}

struct Watch<'a> {
    config: &'a Config,
    lab: &'static Lab,
    store: Store,
    path: PathBuf,
    say: Sender<Heard>,
    paint: Paint,
    current: Option<Current>,
    /// Names the text that was judged last, or is being judged.
    judged: String,
    runs: usize,
    lines: told::Lines,
    on: On,
}

impl Watch<'_> {
    fn go(&mut self, hear: &Receiver<Heard>, interrupt: &Cancel) {
        self.start();
        let (mut settling, mut seen, mut polled) = (None, stamp(&self.path), Instant::now());
        let mut leaving = false;
        loop {
            match hear.recv_timeout(TICK) {
                Ok(Heard::Touched) => settling = Some(Instant::now()),
                Ok(Heard::Quit) => leaving = true,
                Ok(heard) => self.heard(heard),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => leaving = true,
            }
            if polled.elapsed() >= POLL {
                polled = Instant::now();
                let now = stamp(&self.path);
                if now != seen && now.is_some() && settling.is_none() {
                    settling = Some(Instant::now());
                }
                seen = now;
            }
            if settling.is_some_and(|since| since.elapsed() >= SETTLE) {
                settling = None;
                self.start();
            }
            leaving |= interrupt.said().is_some();
            if leaving {
                match &self.current {
                    None => return,
                    Some(current) => current.cancel.say(Why::Interrupted),
                }
            }
        }
    }

    /// Judges the file as it is now, unless this text was judged; a run of another text is ended first.
    fn start(&mut self) {
        let source = match runner::read(self.config, self.lab) {
            Ok(source) => source,
            // Between the two steps of a save the file may be absent; another event follows.
            Err(_) if !self.path.exists() => return,
            Err(failure) => return tell::failure(&failure, self.config.colour),
        };
        let name = hash(&source);
        if name == self.judged {
            return;
        }
        if let Some(current) = &self.current {
            current.cancel.say(Why::Superseded);
        }
        self.judged = name;
        self.runs += 1;
        self.lines = told::Lines::default();
        self.greet();
        let (run, say, config, lab) = (self.runs, self.say.clone(), self.config.clone(), self.lab);
        let (on, cancel) = (self.on, Cancel::new());
        self.current = Some(Current {
            cancel: cancel.clone(),
            source: source.clone(),
        });
        std::thread::spawn(move || {
            let selection = Selection::all(lab);
            let request = Request {
                config: &config,
                lab,
                selection: &selection,
                source: &source,
                cancel: &cancel,
                executor: &Processes,
                wishes: Wishes {
                    on,
                    ..Wishes::default()
                },
            };
            let judged = runner::judge(request, &mut |progress| {
                let _ = say.send(match progress {
                    Progress::Building => Heard::Building(run),
                    Progress::Checked(result) => Heard::Checked(run, Box::new(result.clone())),
                });
            });
            let _ = say.send(Heard::Over(run, Box::new(judged)));
        });
    }

    /// Words of a run that was superseded are not told.
    fn heard(&mut self, heard: Heard) {
        match heard {
            Heard::Building(run) if run == self.runs => {
                let text = format!("building the checker of `{}` …", self.lab.id);
                tell::note(&text, self.config.colour);
            }
            Heard::Checked(run, result) if run == self.runs => {
                tell::out(&self.lines.next(self.paint, self.lab, &result));
            }
            Heard::Over(run, judged) if run == self.runs => self.over(*judged),
            _ => {}
        }
    }

    fn over(&mut self, judged: Result<Judged, Failure>) {
        let Some(current) = self.current.take() else {
            return;
        };
        let judged = match judged {
            Ok(judged) => judged,
            Err(failure) => return tell::failure(&failure, self.config.colour),
        };
        let file = self.config.shown(&self.path);
        tell::out(&self.lines.end(self.paint));
        tell::out(&told::printed(self.paint, &judged.results));
        if judged.outcome != Status::Interrupted {
            tell::out(&told::failures(
                self.paint,
                &judged.results,
                &file,
                &current.source,
            ));
        }
        tell::out(&format!(
            "{}\n",
            told::summary(self.paint, self.lab, &judged)
        ));
        tell::out(&told::beside(self.paint, &judged));
        match runner::record(&self.store, self.lab, &current.source, &judged) {
            Ok(recorded) => tell::out(&judging::epilogue(
                self.config,
                self.paint,
                self.lab,
                &judged,
                &recorded,
            )),
            Err(failure) => tell::failure(&failure, self.config.colour),
        }
    }

    fn greet(&self) {
        // A fresh screen for a person; nothing but text for a file.
        let clear = if self.paint.is_on() { CLEAR } else { "" };
        let file = self.config.shown(&self.path);
        let help = self
            .paint
            .on(Role::Dim, "(save to judge again; q and Enter to leave)");
        let title = self.paint.on(Role::Strong, &self.lab.title);
        tell::out(&format!("{clear}{title} {file} {help}\n"));
    }
}

fn stamp(path: &Path) -> Option<(SystemTime, u64)> {
    let meta = std::fs::metadata(path).ok()?;
    Some((meta.modified().ok()?, meta.len()))
}
