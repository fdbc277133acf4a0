//! What NVIDIA's compiler said of each source, as `verdicts.txt` beside this file has it.
//!
//! In and out: the text of that file. Two lines say which compiler was asked, and how; each further line is a source: the hash
//! of its content, its path, its verdict. A verdict holds for a content, so that a changed source has none.

use std::collections::BTreeMap;
use std::fmt;

/// What a compiler says of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Accepts,
    /// With the first error.
    Rejects(String),
    /// It includes a header that is not installed beside the compiler, which says nothing of the language.
    LeftOut(String),
}

impl Verdict {
    pub fn read(text: &str) -> Option<Verdict> {
        if text == "accepts" {
            return Some(Verdict::Accepts);
        }
        let rejects = text.strip_prefix("rejects ");
        let left_out = || text.strip_prefix("left out ");
        rejects
            .map(|why| Verdict::Rejects(why.to_owned()))
            .or_else(|| left_out().map(|why| Verdict::LeftOut(why.to_owned())))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Accepts => f.write_str("accepts"),
            Verdict::Rejects(why) => write!(f, "rejects {why}"),
            Verdict::LeftOut(why) => write!(f, "left out {why}"),
        }
    }
}

/// The verdicts of one compiler under one set of flags, by path, each with the hash of the content that it is of.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub compiler: String,
    pub flags: String,
    entries: BTreeMap<String, (u64, Verdict)>,
}

impl Record {
    pub fn of(compiler: &str, flags: &str) -> Record {
        Record {
            compiler: compiler.to_owned(),
            flags: flags.to_owned(),
            entries: BTreeMap::new(),
        }
    }

    /// A text taken apart; an error names the line.
    pub fn read(text: &str) -> Result<Record, String> {
        let mut record = Record::default();
        for (at, line) in text.lines().enumerate() {
            let wrong = |what: &str| format!("line {} {what}: `{line}`", at + 1);
            if line.is_empty() || line.starts_with('#') {
            } else if let Some(compiler) = line.strip_prefix("compiler: ") {
                record.compiler = compiler.to_owned();
            } else if let Some(flags) = line.strip_prefix("flags: ") {
                record.flags = flags.to_owned();
            } else {
                let (hash, path, verdict) =
                    entry(line).ok_or_else(|| wrong("is no `HASH PATH: VERDICT`"))?;
                if record.set(path, hash, verdict).is_some() {
                    return Err(wrong("has a path for the second time"));
                }
            }
        }
        Ok(record)
    }

    pub fn text(&self) -> String {
        let Record {
            compiler, flags, ..
        } = self;
        let mut text = format!(
            "# What NVIDIA's compiler says of each source. `BLESS=1 cargo test -p simt --test oracle` writes this file;\n\
             # `oracle.rs`, beside this folder, says when a line holds.\ncompiler: {compiler}\nflags: {flags}\n"
        );
        for (path, (hash, verdict)) in &self.entries {
            text += &format!("{hash:016x} {path}: {verdict}\n");
        }
        text
    }

    /// Takes a verdict in; what was there before comes out.
    pub fn set(&mut self, path: &str, hash: u64, verdict: Verdict) -> Option<(u64, Verdict)> {
        self.entries.insert(path.to_owned(), (hash, verdict))
    }

    /// The verdict on a source of this content.
    pub fn verdict(&self, path: &str, hash: u64) -> Option<&Verdict> {
        let (of, verdict) = self.entries.get(path)?;
        (*of == hash).then_some(verdict)
    }

    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }
}

fn entry(line: &str) -> Option<(u64, &str, Verdict)> {
    let (hash, rest) = line.split_once(' ')?;
    let (path, verdict) = rest.split_once(": ")?;
    let hash = u64::from_str_radix(hash, 16).ok()?;
    Some((hash, path, Verdict::read(verdict)?))
}

/// FNV-1a with 64 bits (Fowler, Noll and Vo; RFC 9923): the same number under every Rust, as a file that is kept needs it.
pub fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Whether a source that has a record is asked about again on this day: an eighth of them each day, all of them in eight.
pub fn is_due(path: &str, day: u64) -> bool {
    hash(path.as_bytes()) % 8 == day % 8
}

#[test]
fn the_hash_is_the_published_one() {
    assert_eq!(hash(b""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(hash(b"a"), 0xaf63_dc4c_8601_ec8c);
    assert_eq!(hash(b"foobar"), 0x8594_4171_f739_67e8);
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let mut record = Record::of("release 13.5, V13.5.37", "-cubin -w");
    record.set("b.cu", 1, Verdict::Accepts);
    let why = "(3): error: expected a \";\": here".to_owned();
    record.set("a/a.cu", u64::MAX, Verdict::Rejects(why));
    record.set("c.cu", 2, Verdict::LeftOut("no curand.h".to_owned()));
    assert_eq!(Record::read(&record.text()), Ok(record));
}

#[test]
fn a_verdict_is_of_a_content() {
    let mut record = Record::of("", "");
    record.set("a.cu", 1, Verdict::Accepts);
    assert_eq!(record.verdict("a.cu", 1), Some(&Verdict::Accepts));
    assert_eq!(record.verdict("a.cu", 2), None);
    assert_eq!(record.verdict("b.cu", 1), None);
}

#[test]
fn damaged_lines_are_named() {
    let said = |text: &str| Record::read(text).err().unwrap_or_default();
    assert!(said("# head\n<<<<<<< ours\n").starts_with("line 2 is no `HASH PATH: VERDICT`"));
    assert!(said("1 a.cu: agrees\n").starts_with("line 1 is no"));
    let twice = said("1 a.cu: accepts\n2 a.cu: accepts\n");
    assert!(
        twice.starts_with("line 2 has a path for the second time"),
        "{twice}"
    );
}

#[test]
fn in_eight_days_each_source_is_due_once() {
    for path in ["kernels/rope.cu", "a.cu", "b.cu", "c.cu"] {
        let days = (20_000..20_008).filter(|day| is_due(path, *day)).count();
        assert_eq!(days, 1, "{path}");
    }
}
