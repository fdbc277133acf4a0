//! Accepted or rejected, as NVIDIA's compiler does: every kernel and every test source that is a whole program.
//!
//! In: the sources, and what NVIDIA's compiler says of them: `oracle/verdicts.txt` has its verdict on each content, with the
//! release and the flags that it is of. Out: one failure that lists everything that is wrong. The rules:
//!
//! 1. Where simt and NVIDIA differ, `oracle/differences.txt` says why. A difference that is not listed fails, and so does a line of
//!    that list that is no longer true.
//! 2. Without an nvcc the recorded verdicts are compared with; a source that is new or changed is left out.
//! 3. An nvcc of the recorded release is asked about every source without a record, and about an eighth of the others, another
//!    one each day: a record that says accepted where nvcc rejects, or the other way round, fails. `ORACLE=all` asks about all.
//! 4. An nvcc of another release is asked about all, and the records say nothing.
//! 5. A word says how many sources have no record, and how many records no source: it costs time alone until `BLESS=1` renews them.
//! 6. A source whose headers are not installed beside nvcc is left out, and recorded so; where they are missing on this machine
//!    alone, its record stands.
//!
//! The compiler is `$COURSE_NVCC`, or `nvcc` on the path, or the one that PyPI's `nvidia-cuda-nvcc` put below `target/nvcc`. What
//! it says may change with the headers beside it (CCCL's, g++'s), which no record names: that is what the eighth is for.

#[path = "oracle/nvcc.rs"]
mod nvcc;
#[path = "oracle/record.rs"]
mod record;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::time::SystemTime;

use nvcc::{FLAGS, Nvcc};
use rayon::prelude::*;
use record::{Record, Verdict, hash, is_due};
use simt::diag::Diag;
use simt::source::Source;

/// What is compiled, relative to the repository's root. What a learner writes stands beside `wrong` and is not looked at.
const FOLDERS: [&str; 7] = [
    "kernels",
    "labs",
    "crates/simt/tests/corpora/check",
    "crates/simt/tests/corpora/run",
    "crates/simt/tests/corpora/host",
    "crates/simt/tests/corpora/streams/bugs",
    "crates/simt/tests/corpora/streams/clean",
];

const VERDICTS: &str = "crates/simt/tests/oracle/verdicts.txt";

const RENEW: &str = "`BLESS=1 cargo test -p simt --test oracle` renews the record, with an nvcc";

fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).unwrap_or(own)
}

/// Said although the test passes: the harness keeps back what `eprintln!` says.
fn say(word: &str) {
    let _ = writeln!(std::io::stderr(), "oracle: {word}"); // a word is no result
}

#[test]
fn nvidias_compiler_accepts_and_rejects_the_same() {
    let oracle = Oracle::of_this_machine();
    let paths = sources();
    let told: Vec<Told> = paths.par_iter().map(|path| oracle.told(path)).collect();
    let mut wrong = differences(&told);
    wrong.extend(told.iter().filter_map(|told| told.wrong.clone()));
    say(&oracle.summary(&told));
    if oracle.renews() {
        oracle.renew(&told);
    } else if oracle.blesses {
        say("nothing is renewed, for there is no nvcc here");
    } else if let Some(aged) = oracle.aged(&told) {
        say(&aged);
    }
    let all = paths.len();
    assert!(
        wrong.is_empty(),
        "{} of {all} sources:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// What our verdicts are compared with.
struct Oracle {
    record: Record,
    nvcc: Option<Nvcc>,
    /// Whether the records are of the compiler that is here, or there is none to ask.
    applies: bool,
    asks_all: bool,
    blesses: bool,
    day: u64,
}

/// One source: our verdict, and NVIDIA's where there is one.
struct Told {
    path: String,
    hash: u64,
    ours: Result<(), String>,
    theirs: Option<Verdict>,
    is_asked: bool,
    wrong: Option<String>,
}

impl Oracle {
    fn of_this_machine() -> Oracle {
        let blesses = std::env::var_os("BLESS").is_some();
        let nvcc = Nvcc::find();
        let text = std::fs::read_to_string(root().join(VERDICTS)).map_err(|why| why.to_string());
        let record = match text.and_then(|text| Record::read(&text)) {
            Ok(record) => record,
            Err(_) if blesses && nvcc.is_some() => Record::default(),
            Err(why) => panic!("{VERDICTS} cannot be read: {why}; {RENEW}"),
        };
        let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let is_of_record = |nvcc: &Nvcc| nvcc.version == record.compiler;
        Oracle {
            applies: nvcc.as_ref().is_none_or(is_of_record),
            asks_all: std::env::var("ORACLE").is_ok_and(|what| what == "all"),
            day: since.as_secs() / (24 * 60 * 60),
            record,
            nvcc,
            blesses,
        }
    }

    fn told(&self, path: &str) -> Told {
        let content = std::fs::read(root().join(path)).unwrap_or_default();
        let hash = hash(&content);
        let holds = self.applies && self.record.flags == FLAGS.join(" ");
        let known = self.record.verdict(path, hash).filter(|_| holds);
        let is_asked = known.is_none() || self.asks_all || is_due(path, self.day);
        let nvcc = self.nvcc.as_ref().filter(|_| is_asked);
        let answer = nvcc.map(|nvcc| nvcc.verdict(path, &content, self.asks_all));
        let is_asked = answer.is_some();
        let (theirs, lapsed) = match answer {
            None => (known.cloned(), None),
            Some(answer) => settled(known, answer),
        };
        let passes = self.blesses || !self.applies;
        let wrong = lapsed.filter(|_| !passes || theirs.is_none());
        Told {
            path: path.to_owned(),
            hash,
            ours: ours(path),
            theirs,
            is_asked,
            wrong: wrong.map(|why| format!("{path}: {why}")),
        }
    }

    /// How many sources are new or changed since the record was written, and how many of its sources are gone.
    fn aged(&self, told: &[Told]) -> Option<String> {
        let is_new = |told: &&Told| self.record.verdict(&told.path, told.hash).is_none();
        let new = told.iter().filter(is_new).count();
        let is_there = |path: &str| told.iter().any(|told| told.path == path);
        let gone = self.record.paths().filter(|path| !is_there(path)).count();
        (self.applies && new + gone > 0).then(|| {
            format!("{new} sources are new or changed and {gone} gone since {VERDICTS} was written; {RENEW}")
        })
    }

    fn renews(&self) -> bool {
        self.blesses && self.nvcc.is_some()
    }

    fn renew(&self, told: &[Told]) {
        let version = self.nvcc.as_ref().map_or("", |nvcc| &nvcc.version);
        let mut record = Record::of(version, &FLAGS.join(" "));
        for told in told {
            if let Some(verdict) = &told.theirs {
                record.set(&told.path, told.hash, verdict.clone());
            }
        }
        let written = std::fs::write(root().join(VERDICTS), record.text());
        assert!(written.is_ok(), "{VERDICTS} cannot be written: {written:?}");
    }

    /// What was compared with what.
    fn summary(&self, told: &[Told]) -> String {
        let count = |is: &dyn Fn(&Told) -> bool| told.iter().filter(|told| is(told)).count();
        let asked = count(&|told| told.is_asked);
        let compared = count(&|told| !matches!(told.theirs, None | Some(Verdict::LeftOut(_))));
        let unknown = count(&|told| told.theirs.is_none());
        let of = match (&self.nvcc, self.applies) {
            (None, _) => format!(
                "no nvcc here: compared with the recorded verdicts of {}",
                self.record.compiler
            ),
            (Some(nvcc), true) => {
                format!("{asked} asked of {}, the others by record", nvcc.version)
            }
            (Some(nvcc), false) => format!(
                "{asked} asked of {}, for the records are of {}",
                nvcc.version, self.record.compiler
            ),
        };
        let hidden = told.len() - compared - unknown;
        format!(
            "{compared} sources compared; {of}; left out: {hidden} whose headers NVIDIA's compiler has not, {unknown} without a verdict"
        )
    }
}

/// NVIDIA's verdict by what is recorded and what nvcc says now, and how the record has lapsed.
fn settled(
    known: Option<&Verdict>,
    answer: Result<Verdict, String>,
) -> (Option<Verdict>, Option<String>) {
    let answer = match answer {
        Ok(answer) => answer,
        Err(why) => return (None, Some(why)),
    };
    match (known, &answer) {
        (None, _) => (Some(answer), None),
        (Some(known), Verdict::LeftOut(_)) => (Some(known.clone()), None),
        (Some(Verdict::LeftOut(_)), _) => (Some(answer), None),
        (Some(Verdict::Accepts), Verdict::Accepts)
        | (Some(Verdict::Rejects(_)), Verdict::Rejects(_)) => (Some(answer), None),
        (Some(known), _) => {
            let why = format!("recorded `{known}`; nvcc now `{answer}`; {RENEW}");
            (Some(answer), Some(why))
        }
    }
}

/// Where the two verdicts differ and no reason is listed, and reasons that are out of date.
fn differences(told: &[Told]) -> Vec<String> {
    let mut reasons = reasons();
    let mut wrong = Vec::new();
    for Told {
        path, ours, theirs, ..
    } in told
    {
        let listed = reasons.remove(path);
        let theirs = match theirs {
            Some(Verdict::Accepts) => Ok(()),
            Some(Verdict::Rejects(why)) => Err(why),
            Some(left_out) => {
                eprintln!("{path}: {left_out}");
                continue;
            }
            None => {
                say(&format!(
                    "left out: {path}: new or changed, and no verdict on it"
                ));
                continue;
            }
        };
        match (ours.is_ok() == theirs.is_ok(), listed) {
            (true, None) | (false, Some(_)) => {}
            (true, Some(reason)) => {
                wrong.push(format!(
                    "{path}: no longer differs: `{reason}` is out of date"
                ));
            }
            (false, None) => {
                let ours = ours.as_ref().err().map_or("accepts", String::as_str);
                let theirs =
                    theirs.map_or_else(|why| format!("rejects {why}"), |()| "accepts".into());
                wrong.push(format!("{path}: simt {ours}; nvcc {theirs}"));
            }
        }
    }
    let gone = reasons.keys();
    wrong.extend(
        gone.map(|path| format!("{path}: listed in oracle/differences.txt, but not there")),
    );
    wrong
}

/// Every source, relative to the root, sorted.
fn sources() -> Vec<String> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        gather(&root().join(folder), &mut found);
    }
    found.retain(|path| !is_a_learners(path));
    found.sort();
    found
}

/// `labs/rope/rope.cu` is what a learner writes; git does not have it.
fn is_a_learners(path: &str) -> bool {
    path.starts_with("labs/") && path.split('/').count() == 3
}

fn gather(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            gather(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "cu") {
            let relative = path.strip_prefix(root()).unwrap_or(&path);
            found.push(relative.to_string_lossy().replace('\\', "/"));
        }
    }
}

/// Our verdict.
fn ours(path: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(root().join(path)).unwrap_or_default();
    let wanted = text
        .lines()
        .filter_map(|line| line.strip_prefix("// wanted: "));
    let wanted: Vec<String> = wanted.map(|name| name.trim().to_owned()).collect();
    let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    let source = Source::new(path, text).with_includes(|name, from| {
        let path = Path::new(from).parent()?.join(name);
        let text = std::fs::read_to_string(root().join(&path)).ok()?;
        Some((path.to_string_lossy().into_owned(), text))
    });
    let rejects = |diag: Option<&Diag>| match diag {
        Some(diag) => format!(
            "rejects line {}: {}",
            source.line(diag.span.start),
            diag.message
        ),
        None => "rejects".to_owned(),
    };
    match simt::compile_for(&source, &wanted) {
        Err(diags) => Err(rejects(diags.iter().find(|diag| diag.is_error()))),
        Ok(_) => Ok(()),
    }
}

/// The list of differences: a path, a colon and the reason on each line.
fn reasons() -> BTreeMap<String, String> {
    let list = include_str!("oracle/differences.txt").lines();
    let entries = list.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let parted = entries.filter_map(|line| line.split_once(": "));
    parted
        .map(|(path, reason)| (path.to_owned(), reason.to_owned()))
        .collect()
}

#[test]
fn a_record_stands_until_nvcc_says_something_else() {
    let rejects = |why: &str| Verdict::Rejects(why.to_owned());
    let hidden = Verdict::LeftOut("no curand.h".to_owned());
    let known = rejects("(3): error: a");
    assert_eq!(
        settled(Some(&known), Ok(known.clone())),
        (Some(known.clone()), None)
    );
    let (theirs, lapsed) = settled(Some(&known), Ok(Verdict::Accepts));
    assert_eq!(theirs, Some(Verdict::Accepts));
    assert!(lapsed.is_some_and(|why| why.ends_with(RENEW)));
    assert_eq!(
        settled(None, Ok(known.clone())),
        (Some(known.clone()), None)
    );
    // Another version of its headers may reject by another word.
    let other = rejects("(3): error: b");
    assert_eq!(
        settled(Some(&known), Ok(other.clone())),
        (Some(other), None)
    );
    // A header that is missing here says nothing of a record, and one that was missing then nothing of an answer.
    assert_eq!(
        settled(Some(&known), Ok(hidden.clone())),
        (Some(known.clone()), None)
    );
    assert_eq!(
        settled(Some(&hidden), Ok(known.clone())),
        (Some(known), None)
    );
    let (theirs, lapsed) = settled(Some(&hidden), Err("nvcc gives up".to_owned()));
    assert_eq!((theirs, lapsed.as_deref()), (None, Some("nvcc gives up")));
}
