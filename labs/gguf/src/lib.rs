//! Lab gguf: a reader of model files that believes no count, and a small writer.
//! What is asked stands here; the calls and the right answers are in `checks.rs`, files byte by byte in `file.rs`.

mod checks;
mod file;
mod format;

pub use format::{Gguf, GgufError, Tensor, Value};
use lab::{PartSpec, functions};

/// What a tensor or a file consists of.
pub type Data = Vec<u8>;

/// What a function gives back.
pub type Answer<T> = Result<T, GgufError>;

/// What the learner writes.
pub struct Exercise {
    /// How many tensors and how many pairs of key and value there are.
    pub header: fn(&[u8]) -> Answer<(u64, u64)>,
    /// Everything that the file says of itself, checked.
    pub read: fn(&[u8]) -> Answer<Gguf>,
    /// A file of these pairs and tensors, with the bytes of each tensor.
    pub write: fn(&Gguf, data: &[Data]) -> Answer<Data>,
}

/// The parts, as code says them; their words are in `lab.md`.
pub fn parts() -> Vec<PartSpec> {
    vec![
        functions("header", &[HEADER])
            .asks("magic", "four letters, and 24 bytes", checks::magic)
            .asks("version", "version 3, little-endian", checks::version)
            .asks(
                "counts",
                "no count that the file has no room for",
                checks::counts,
            ),
        functions("values", &[READ])
            .asks("all-types", "values of all 13 types", checks::all_types)
            .asks("malformed", "what no value may be", checks::malformed)
            .asks("hostile", "lengths and depths that lie", checks::hostile),
        functions("tensors", &[READ])
            .asks("tiny", "the file of the example, whole", checks::tiny_file)
            .asks(
                "prefixes",
                "every beginning of it is refused",
                checks::prefixes,
            )
            .asks("data-start", "where the data start", checks::data_start)
            .asks("alignment", "the file may set its own", checks::alignment)
            .asks("sizes", "bytes from dimensions and kind", checks::sizes)
            .asks("names", "names, short and unlike", checks::names)
            .asks("end", "every tensor ends within the file", checks::end)
            .asks("overlap", "no two tensors share bytes", checks::overlap),
        functions("write", &[WRITE])
            .asks("bytes", "the example, byte for byte", checks::bytes)
            .asks(
                "round-trip",
                "what is written reads the same",
                checks::round_trip,
            )
            .asks(
                "refuses",
                "nothing is written that a reader refuses",
                checks::refuses,
            ),
    ]
}

const HEADER: &str = "pub fn header(file: &[u8]) -> Result<(u64, u64), GgufError>";
const READ: &str = "pub fn read(file: &[u8]) -> Result<Gguf, GgufError>";
const WRITE: &str = "pub fn write(g: &Gguf, data: &[Vec<u8>]) -> Result<Vec<u8>, GgufError>";
