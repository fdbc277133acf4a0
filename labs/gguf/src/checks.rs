//! The files that each check gives to the learner's functions, and what must come back, worked by hand.

use lab::{Asking, ask};

use super::file::{File, difference, tiny};
use super::{Exercise, Gguf, GgufError, Tensor, Value};

pub(crate) fn magic(e: &Exercise, ask: &mut Asking) {
    let file = &tiny();
    ask!(ask, e.header(file)).is(Ok((1, 2)));
    let file = &File::of("GGML in place of GGUF", b"GGML\x03\0\0\0").zeros(24);
    ask!(ask, e.header(file)).is(Err(GgufError::Magic));
    for length in [0, 3, 7, 23] {
        let file = &tiny().cut(length);
        ask!(ask, e.header(file)).is(Err(GgufError::Truncated));
    }
}

pub(crate) fn version(e: &Exercise, ask: &mut Asking) {
    for version in [0, 2, 4, 0x0300_0000] {
        let file = File::of(format!("version {version}"), b"GGUF");
        let file = &file.u32(version).zeros(24);
        ask!(ask, e.header(file)).is(Err(GgufError::Version));
    }
}

pub(crate) fn counts(e: &Exercise, ask: &mut Asking) {
    // 49 bytes behind the header are three pairs of 13 at the most, or two tensors of 24.
    let claims = [(0, 0, true), (0, 3, true), (0, 4, false), (2, 0, true)];
    let more = [(3, 0, false), (u64::MAX, 0, false), (0, 1 << 61, false)];
    for (tensors, pairs, fits) in claims.into_iter().chain(more) {
        let about = format!("{tensors} tensors and {pairs} pairs in 49 bytes");
        let file = &File::new(about, tensors, pairs).zeros(24 + 49);
        let right = if fits {
            Ok((tensors, pairs))
        } else {
            Err(GgufError::TooMany)
        };
        ask!(ask, e.header(file)).is(right);
    }
}

/// A pair of each type, and an array of no elements.
fn every_type() -> (File, Vec<(String, Value)>) {
    let file = File::new("a value of each type", 0, 15);
    let file = file.key("u8", 0).raw(&[200]).key("i8", 1).raw(&[0x80]);
    let file = file.key("u16", 2).raw(&[0x34, 0x12]);
    let file = file.key("i16", 3).raw(&[0xfe, 0xff]);
    let file = file.key("u32", 4).u32(4_000_000_000);
    let file = file.key("i32", 5).raw(&[0xff; 4]);
    let file = file.key("f32", 6).raw(&[0, 0, 0x20, 0xc0]);
    let file = file.key("bool", 7).raw(&[1]).key("no", 7).raw(&[0]);
    let file = file.key("str", 8).text("grün");
    let file = file.key("array", 9).array(8, 2).text("a").text("");
    let file = file.key("empty", 9).array(12, 0);
    let file = file
        .key("u64", 10)
        .u64(u64::MAX)
        .key("i64", 11)
        .u64(1 << 63);
    let file = file.key("f64", 12).u64(0x3fe0_0000_0000_0000);
    let text = |text: &str| Value::Str(text.to_owned());
    let meta = [
        ("u8", Value::U8(200)),
        ("i8", Value::I8(-128)),
        ("u16", Value::U16(0x1234)),
        ("i16", Value::I16(-2)),
        ("u32", Value::U32(4_000_000_000)),
        ("i32", Value::I32(-1)),
        ("f32", Value::F32(-2.5)),
        ("bool", Value::Bool(true)),
        ("no", Value::Bool(false)),
        ("str", text("grün")),
        ("array", Value::Array(8, vec![text("a"), text("")])),
        ("empty", Value::Array(12, vec![])),
        ("u64", Value::U64(u64::MAX)),
        ("i64", Value::I64(i64::MIN)),
        ("f64", Value::F64(0.5)),
    ];
    let meta = meta.map(|(key, value)| (key.to_owned(), value)).to_vec();
    (file, meta)
}

pub(crate) fn all_types(e: &Exercise, ask: &mut Asking) {
    let (file, meta) = every_type();
    let file = &file;
    ask!(ask, e.read(file).map(|g| g.meta)).is(Ok(meta));
    let file = &File::new("no pairs and no tensors", 0, 0);
    ask!(ask, e.read(file).map(|g| g.meta)).is(Ok(vec![]));
}

/// A file of one pair, up to its value.
fn pair(about: &str, kind: u32) -> File {
    File::new(about, 0, 1).key("k", kind)
}

/// Files that are refused, each with why.
fn refused(e: &Exercise, ask: &mut Asking, files: Vec<(File, GgufError)>) {
    for (file, why) in &files {
        ask!(ask, e.read(file)).is(Err(*why));
    }
}

pub(crate) fn malformed(e: &Exercise, ask: &mut Asking) {
    let twice = File::new("the key `k` twice", 0, 2);
    let twice = twice.key("k", 0).raw(&[1]).key("k", 0).raw(&[2]);
    let key = File::new("a key of the bytes ff fe", 0, 1).u64(2);
    let files = vec![
        (pair("a Bool of 2", 7).raw(&[2]), GgufError::Bool),
        (pair("a Bool of 255", 7).raw(&[255]), GgufError::Bool),
        (
            pair("a text of the bytes ff fe", 8)
                .u64(2)
                .raw(&[0xff, 0xfe]),
            GgufError::Utf8,
        ),
        (key.raw(&[0xff, 0xfe]).u32(0).raw(&[1]), GgufError::Utf8),
        (pair("a value of type 13", 13).zeros(64), GgufError::Type),
        (
            pair("an empty array of type 13", 9).array(13, 0),
            GgufError::Type,
        ),
        (twice, GgufError::Duplicate),
        (
            pair("a U32 of three bytes", 4).raw(&[1, 2, 3]),
            GgufError::Truncated,
        ),
    ];
    refused(e, ask, files);
}

/// So many arrays, each inside the one before, the last of one U8.
fn nested(levels: usize) -> File {
    let file = pair(&format!("{levels} arrays, one in the other"), 9);
    let outer = (1..levels).fold(file, |file, _| file.array(9, 1));
    outer.array(0, 1).raw(&[7])
}

pub(crate) fn hostile(e: &Exercise, ask: &mut Asking) {
    let long = |about: &str, length: u64| pair(about, 8).u64(length).raw(b"text");
    let many = |about: &str, kind, count| pair(about, 9).array(kind, count).zeros(80);
    let files = vec![
        (
            long("a text of 2^64 - 1 bytes", u64::MAX),
            GgufError::Truncated,
        ),
        (
            long("a text of 5 bytes, of which 4 are there", 5),
            GgufError::Truncated,
        ),
        (many("an array of 2^60 U8", 0, 1 << 60), GgufError::TooMany),
        (
            many("an array of 2^61 U64", 10, 1 << 61),
            GgufError::TooMany,
        ),
        (
            many("an array of 2^62 texts", 8, 1 << 62),
            GgufError::TooMany,
        ),
        (
            many("an array of 2^60 arrays", 9, 1 << 60),
            GgufError::TooMany,
        ),
        (nested(5), GgufError::Depth),
        (
            pair("2,000 arrays, one in the other", 9)
                .raw(&[9, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0].repeat(2000)),
            GgufError::Depth,
        ),
    ];
    refused(e, ask, files);
    let inner = (1..4).fold(Value::Array(0, vec![Value::U8(7)]), |v, _| {
        Value::Array(9, vec![v])
    });
    let file = &nested(4);
    ask!(ask, e.read(file).map(|g| g.meta)).is(Ok(vec![("k".to_owned(), inner)]));
}

fn tensor(name: &str, dims: &[u64], kind: u32, offset: u64, bytes: u64) -> Tensor {
    let (name, dims) = (name.to_owned(), dims.to_vec());
    Tensor {
        name,
        dims,
        kind,
        offset,
        bytes,
    }
}

/// What the example says of itself.
fn tiny_read() -> Gguf {
    let meta = [
        ("general.architecture", Value::Str("tiny".into())),
        ("n", Value::U32(2)),
    ];
    Gguf {
        meta: meta.map(|(key, value)| (key.to_owned(), value)).to_vec(),
        tensors: vec![tensor("w", &[2], 0, 0, 8)],
        data_start: 128,
    }
}

pub(crate) fn tiny_file(e: &Exercise, ask: &mut Asking) {
    let file = &tiny();
    let right = tiny_read();
    ask!(ask, e.read(file).map(|g| (g.meta, g.tensors))).is(Ok((right.meta, right.tensors)));
}

pub(crate) fn prefixes(e: &Exercise, ask: &mut Asking) {
    for length in 0..118 {
        let file = &tiny().cut(length);
        ask!(ask, e.read(file)).satisfies("an error", Result::is_err);
    }
}

/// One tensor of kind F32 with one value, its infos ending at byte `end`: a text takes up what is between.
fn ending(end: usize) -> File {
    // Header 24, key 9, type 4, length 8; info 33.
    let text = "x".repeat(end - 24 - 21 - 33);
    let file = File::new(format!("infos that end at byte {end}"), 1, 1);
    let file = file.key("k", 8).text(&text).info("w", &[1], 0, 0);
    file.zeros(end.next_multiple_of(32) + 4)
}

pub(crate) fn data_start(e: &Exercise, ask: &mut Asking) {
    for (end, start) in [(118, 128), (127, 128), (128, 128), (129, 160), (4001, 4032)] {
        let file = &ending(end);
        ask!(ask, e.read(file).map(|g| g.data_start)).is(Ok(start));
    }
    // The infos end at byte 24 + 25 + 4 + 4 + 33 = 90.
    for (n, start) in [(8u32, 96), (64, 128), (192, 192)] {
        let about = format!("general.alignment {n}, infos that end at byte 90");
        let file = &aligned(about, 4, &n.to_le_bytes(), &[0]);
        ask!(ask, e.read(file).map(|g| g.data_start)).is(Ok(start));
    }
}

/// A file that sets its alignment as `value` says, and has tensors of four bytes at these offsets.
fn aligned(about: String, kind: u32, value: &[u8], offsets: &[u64]) -> File {
    let file = File::new(about, offsets.len() as u64, 1);
    let file = file.key("general.alignment", kind).raw(value);
    let names = ["a", "b", "c"].into_iter().zip(offsets);
    let file = names.fold(file, |file, (name, at)| file.info(name, &[1], 0, *at));
    file.zeros(1024)
}

pub(crate) fn alignment(e: &Exercise, ask: &mut Asking) {
    for n in [8u32, 64, 96, 256] {
        let about = format!("general.alignment {n}, offsets 0 and {n}");
        let file = &aligned(about, 4, &n.to_le_bytes(), &[0, u64::from(n)]);
        ask!(ask, e.read(file).map(|g| g.tensors.len())).is(Ok(2usize));
    }
    for n in [0u32, 4, 12, 63] {
        let file = &aligned(format!("general.alignment {n}"), 4, &n.to_le_bytes(), &[0]);
        ask!(ask, e.read(file)).is(Err(GgufError::Alignment));
    }
    let file = &aligned(
        "general.alignment as U64".into(),
        10,
        &64u64.to_le_bytes(),
        &[0],
    );
    ask!(ask, e.read(file)).is(Err(GgufError::Alignment));
    let file = &aligned(
        "general.alignment 64, offset 32".into(),
        4,
        &64u32.to_le_bytes(),
        &[32],
    );
    ask!(ask, e.read(file)).is(Err(GgufError::Alignment));
    let file = &one("no alignment said, offset 4", &[1], 0, 4);
    ask!(ask, e.read(file)).is(Err(GgufError::Alignment));
}

/// A file with one tensor and room for 256 bytes of it.
fn one(about: &str, dims: &[u64], kind: u32, offset: u64) -> File {
    let file = File::new(about, 1, 0).info("w", dims, kind, offset);
    let start = file.len().next_multiple_of(32);
    file.zeros(start + 256)
}

pub(crate) fn sizes(e: &Exercise, ask: &mut Asking) {
    let right: [(&str, &[u64], u32, u64); 8] = [
        ("a tensor of no dimension, F32", &[], 0, 4),
        ("a tensor [3, 5], F16", &[3, 5], 1, 30),
        ("a tensor [32], Q4_0", &[32], 2, 18),
        ("a tensor [32, 2], Q8_0", &[32, 2], 8, 68),
        ("a tensor [256], Q4_K", &[256], 12, 144),
        ("a tensor [2, 3, 1, 5], F32", &[2, 3, 1, 5], 0, 120),
        ("a tensor [0], F32", &[0], 0, 0),
        ("a tensor [64, 0], Q8_0", &[64, 0], 8, 0),
    ];
    for (about, dims, kind, bytes) in right {
        let file = &one(about, dims, kind, 0);
        ask!(ask, e.read(file).map(|g| g.tensors)).is(Ok(vec![tensor("w", dims, kind, 0, bytes)]));
    }
    let huge = 1 << 32;
    let wrong: [(&str, &[u64], u32, GgufError); 8] = [
        ("a tensor [33], Q4_0", &[33], 2, GgufError::Dims),
        ("a tensor [2, 32], Q8_0", &[2, 32], 8, GgufError::Dims),
        ("a tensor of no dimension, Q8_0", &[], 8, GgufError::Dims),
        ("a tensor of five dimensions", &[1; 5], 0, GgufError::Dims),
        ("a tensor of kind 4", &[32], 4, GgufError::TensorType),
        ("a tensor of kind 13", &[256], 13, GgufError::TensorType),
        (
            "a tensor [2^32, 2^32], F32",
            &[huge, huge],
            0,
            GgufError::Overflow,
        ),
        ("a tensor [2^62], F32", &[1 << 62], 0, GgufError::Overflow),
    ];
    for (about, dims, kind, why) in wrong {
        let file = &one(about, dims, kind, 0);
        ask!(ask, e.read(file)).is(Err(why));
    }
}

pub(crate) fn names(e: &Exercise, ask: &mut Asking) {
    for (length, fits) in [(64, true), (65, false)] {
        let about = format!("a tensor's name of {length} bytes");
        let file = &File::new(about, 1, 0)
            .info(&"n".repeat(length), &[1], 0, 0)
            .zeros(256);
        let right = if fits { Ok(1) } else { Err(GgufError::Name) };
        ask!(ask, e.read(file).map(|g| g.tensors.len())).is(right);
    }
    let file = File::new("two tensors called `w`", 2, 0);
    let file = &file.info("w", &[1], 0, 0).info("w", &[1], 0, 32).zeros(256);
    ask!(ask, e.read(file)).is(Err(GgufError::Duplicate));
}

pub(crate) fn end(e: &Exercise, ask: &mut Asking) {
    let file = &tiny().cut(136);
    ask!(ask, e.read(file).map(|g| g.tensors)).is(Ok(tiny_read().tensors));
    for length in [135, 128, 127, 118] {
        let file = &tiny().cut(length);
        ask!(ask, e.read(file)).is(Err(GgufError::OutOfFile));
    }
    let file = &one("a tensor at the offset 2^63", &[1], 0, 1 << 63);
    ask!(ask, e.read(file)).is(Err(GgufError::OutOfFile));
    let file = &one("64 bytes at the offset 2^64 - 32", &[16], 0, u64::MAX - 31);
    ask!(ask, e.read(file)).is(Err(GgufError::OutOfFile));
    let file = &one("2^63 bytes at the offset 0", &[1 << 61], 0, 0);
    ask!(ask, e.read(file)).is(Err(GgufError::OutOfFile));
}

/// F32 tensors of so many values at these offsets.
fn side_by_side(about: &str, spans: &[(u64, u64)]) -> File {
    let file = File::new(about, spans.len() as u64, 0);
    let names = ["a", "b", "c"].into_iter().zip(spans);
    let file = names.fold(file, |file, (name, (at, values))| {
        file.info(name, &[*values], 0, *at)
    });
    file.zeros(512)
}

pub(crate) fn overlap(e: &Exercise, ask: &mut Asking) {
    let apart: [(&str, &[(u64, u64)]); 4] = [
        ("32 bytes at 0, 4 at 32", &[(0, 8), (32, 1)]),
        ("4 bytes at 32, 32 at 0", &[(32, 1), (0, 8)]),
        ("tensors at 64, 0 and 32", &[(64, 8), (0, 8), (32, 8)]),
        ("no bytes at 32, 64 at 0", &[(32, 0), (0, 16)]),
    ];
    for (about, spans) in apart {
        let file = &side_by_side(about, spans);
        ask!(ask, e.read(file).map(|g| g.tensors.len())).is(Ok(spans.len()));
    }
    let meet: [(&str, &[(u64, u64)]); 5] = [
        ("36 bytes at 0, 4 at 32", &[(0, 9), (32, 1)]),
        ("4 bytes at 32, 36 at 0", &[(32, 1), (0, 9)]),
        ("two tensors at 0", &[(0, 1), (0, 1)]),
        (
            "36 bytes at 0, 4 at 64, 4 at 32",
            &[(0, 9), (64, 1), (32, 1)],
        ),
        (
            "100 bytes at 0, 4 at 32, 4 at 64",
            &[(0, 25), (32, 1), (64, 1)],
        ),
    ];
    for (about, spans) in meet {
        let file = &side_by_side(about, spans);
        ask!(ask, e.read(file)).is(Err(GgufError::Overlap));
    }
}

/// The bytes of the example's tensor.
fn tiny_data() -> Vec<Vec<u8>> {
    vec![tiny()[128..136].to_vec()]
}

pub(crate) fn bytes(e: &Exercise, ask: &mut Asking) {
    let (g, data, right) = (tiny_read(), tiny_data(), tiny());
    ask!(
        ask,
        e.write(&g, &data).map(|file| difference(&file, &right))
    )
    .is(Ok("the same bytes".to_owned()));
    let nothing = Gguf {
        meta: vec![],
        tensors: vec![],
        data_start: 0,
    };
    let right = File::new("nothing", 0, 0).zeros(32);
    let none: Vec<Vec<u8>> = vec![];
    ask!(
        ask,
        e.write(&nothing, &none)
            .map(|file| difference(&file, &right))
    )
    .is(Ok("the same bytes".to_owned()));
}

pub(crate) fn round_trip(e: &Exercise, ask: &mut Asking) {
    let (_, mut meta) = every_type();
    meta.push(("general.alignment".into(), Value::U32(64)));
    // Three tensors of 36, 68 and 4 bytes at multiples of 64, wherever `g` says that they are.
    let mut g = Gguf {
        meta,
        tensors: vec![
            tensor("a", &[3, 3], 0, 0, 0),
            tensor("b", &[32, 2], 8, 0, 0),
            tensor("c", &[], 0, 7, 1),
        ],
        data_start: 0,
    };
    let data = [36, 68, 4].map(|n| vec![n as u8; n]).to_vec();
    let written = (e.write)(&g, &data).unwrap_or_default();
    let infos = every_type().0.len() + 25 + 4 + 4 + (33 + 8) + (33 + 8) + 25;
    g.data_start = infos.next_multiple_of(64) as u64;
    for (tensor, (offset, bytes)) in g.tensors.iter_mut().zip([(0, 36), (64, 68), (192, 4)]) {
        (tensor.offset, tensor.bytes) = (offset, bytes);
    }
    let start = g.data_start as usize;
    let file = &File::of("the written file of all types and three tensors", &written);
    ask!(ask, e.read(file)).is(Ok(g));
    let placed = [(0, 36), (64, 68), (192, 4)];
    let there = placed.iter().all(|(at, n)| {
        let found = written.get(start + at..start + at + n);
        found.is_some_and(|bytes| bytes.iter().all(|b| usize::from(*b) == *n))
    });
    ask.holds("the bytes of each tensor are at its offset", there);
    not_a_number(e, ask);
}

/// A NaN keeps its bits, though it equals nothing.
fn not_a_number(e: &Exercise, ask: &mut Asking) {
    let file = File::new("a NaN with bits of its own", 0, 1);
    let file = &file.key("k", 6).raw(&[0x34, 0x12, 0xc0, 0x7f]).zeros(64);
    let back = (e.read)(file).and_then(|g| (e.write)(&g, &[]));
    let same = back.is_ok_and(|bytes| bytes[..] == file[..]);
    ask.holds("a NaN that is read and written keeps its bits", same);
}

pub(crate) fn refuses(e: &Exercise, ask: &mut Asking) {
    let (right, data) = (tiny_read(), tiny_data());
    let with = |meta: Vec<(&str, Value)>| Gguf {
        meta: meta
            .into_iter()
            .map(|(key, v)| (key.to_owned(), v))
            .collect(),
        ..right.clone()
    };
    let named = |name: &str| Gguf {
        tensors: vec![tensor(name, &[2], 0, 0, 8)],
        ..right.clone()
    };
    let twice = with(vec![("k", Value::U8(1)), ("k", Value::U8(2))]);
    ask!(ask, e.write(&twice, &data)).is(Err(GgufError::Duplicate));
    let mixed = with(vec![(
        "k",
        Value::Array(0, vec![Value::U8(1), Value::Bool(true)]),
    )]);
    ask!(ask, e.write(&mixed, &data)).is(Err(GgufError::Type));
    let odd = with(vec![("general.alignment", Value::U32(12))]);
    ask!(ask, e.write(&odd, &data)).is(Err(GgufError::Alignment));
    let long = named(&"n".repeat(65));
    ask!(ask, e.write(&long, &data)).is(Err(GgufError::Name));
    let g = right.clone();
    for data in [
        vec![],
        vec![vec![0; 7]],
        vec![vec![0; 9]],
        vec![vec![0; 8]; 2],
    ] {
        ask!(ask, e.write(&g, &data)).is(Err(GgufError::Truncated));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lengths that `lab.md` and the comments above state.
    #[test]
    fn files_are_as_long_as_their_words_say() {
        let infos = |file: File| file.len();
        assert_eq!(infos(File::new("", 1, 0).info("w", &[1], 0, 0)), 24 + 33);
        assert_eq!(
            infos(File::new("", 0, 1).key("general.alignment", 4).u32(8)),
            24 + 25 + 4 + 4
        );
        for end in [118, 128, 4001] {
            let text = end - 24 - 21 - 33;
            let file = File::new("", 1, 1).key("k", 8).text(&"x".repeat(text));
            assert_eq!(file.info("w", &[1], 0, 0).len(), end);
        }
        assert_eq!(nested(1).len(), 24 + 13 + 12 + 1);
        assert_eq!(nested(5).len(), 24 + 13 + 5 * 12 + 1);
    }

    /// By hand: 3 · 13 = 39 and 4 · 13 = 52 about 49; 2 · 24 = 48 and 3 · 24 = 72.
    #[test]
    fn the_counts_are_at_the_edge() {
        assert_eq!((49 / 13, 49 / 24), (3, 2));
    }
}
