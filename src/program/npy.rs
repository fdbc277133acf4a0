//! NumPy's file of one array: bytes in, type, shape and elements out, and back.
//!
//! Rule: versions 1 to 3, little-endian, row by row; anything else is refused in a sentence. Written here rather than
//! taken from a crate: the format is a magic number, a length and one line of Python, and what is refused wants our words.

use super::dtype::Dtype;

/// An array as a file holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// What an element is.
    pub dtype: Dtype,
    /// Its extents, slowest first; empty for a single number.
    pub shape: Vec<usize>,
    /// The elements, little-endian, the last extent fastest.
    pub data: Vec<u8>,
}

const MAGIC: &[u8] = b"\x93NUMPY";

/// How many elements a shape has, if memory could hold them.
pub fn count(shape: &[usize]) -> Option<usize> {
    let mut zero = false;
    let mut total = 1usize;
    for &extent in shape {
        zero |= extent == 0;
        total = total.checked_mul(extent.max(1))?;
    }
    Some(if zero { 0 } else { total })
}

impl Array {
    /// Reads a file's bytes.
    ///
    /// # Errors
    /// What is wrong with them: a sentence's end, to stand after the file's name.
    pub fn parse(bytes: &[u8]) -> Result<Array, String> {
        let rest = bytes
            .strip_prefix(MAGIC)
            .ok_or("is no .npy file: it does not begin with NumPy's magic number")?;
        let (head, data) = head(rest)?;
        let mark = text(field(head, "descr")?)?;
        let dtype = Dtype::marked(mark).ok_or_else(|| refused(mark))?;
        let shape = extents(field(head, "shape")?)?;
        if field(head, "fortran_order")?.starts_with("True") && shape.len() > 1 {
            return Err(
                "is stored column by column: save it with `numpy.ascontiguousarray(a)`".to_owned(),
            );
        }
        let wanted = count(&shape).and_then(|n| n.checked_mul(dtype.bytes()));
        if wanted != Some(data.len()) {
            let (shape, name) = (shown(&shape), dtype.name());
            let have = data.len();
            return Err(format!(
                "does not hold what it says: {name}{shape}, but {have} bytes"
            ));
        }
        Ok(Array {
            dtype,
            shape,
            data: data.to_vec(),
        })
    }

    /// The file's bytes, version 1.
    pub fn file(&self) -> Vec<u8> {
        let mut shape: String = self.shape.iter().map(|n| format!("{n}, ")).collect();
        if self.shape.len() > 1 {
            shape.truncate(shape.len() - 2);
        }
        let mark = self.dtype.mark();
        let mut head = format!(
            "{{'descr': '{mark}', 'fortran_order': False, 'shape': ({}), }}",
            shape.trim_end()
        );
        let unpadded = MAGIC.len() + 4 + head.len() + 1;
        head.push_str(&" ".repeat(unpadded.next_multiple_of(64) - unpadded));
        head.push('\n');
        let mut file = MAGIC.to_vec();
        file.extend([1, 0]);
        file.extend((head.len() as u16).to_le_bytes());
        file.extend(head.as_bytes());
        file.extend(&self.data);
        file
    }
}

/// A shape as people write it: `[2, 3]`.
pub fn shown(shape: &[usize]) -> String {
    let extents: Vec<String> = shape.iter().map(ToString::to_string).collect();
    format!("[{}]", extents.join(", "))
}

/// The header's text and what follows it.
fn head(rest: &[u8]) -> Result<(&str, &[u8]), String> {
    let cut = || "is cut off in its header".to_owned();
    let (length, at) = match rest {
        [1, _, a, b, ..] => (usize::from(u16::from_le_bytes([*a, *b])), 4),
        [2 | 3, _, a, b, c, d, ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, 6),
        [version, ..] => {
            return Err(format!(
                "is an .npy file of version {version}; 1 to 3 are known"
            ));
        }
        [] => return Err(cut()),
    };
    let body = &rest[at..];
    let (head, data) = body.split_at_checked(length).ok_or_else(cut)?;
    let head = std::str::from_utf8(head).map_err(|_| "has a header that is no text".to_owned())?;
    Ok((head, data))
}

/// What follows a key of the header's dictionary.
fn field<'a>(head: &'a str, key: &str) -> Result<&'a str, String> {
    ["'", "\""]
        .iter()
        .find_map(|quote| head.split_once(&format!("{quote}{key}{quote}")))
        .and_then(|(_, after)| after.trim_start().strip_prefix(':'))
        .map(str::trim_start)
        .ok_or_else(|| format!("has no `{key}` in its header"))
}

/// A string of Python at the start of a text.
fn text(field: &str) -> Result<&str, String> {
    let inside = field.strip_prefix(['\'', '"']);
    inside
        .and_then(|inside| inside.split(['\'', '"']).next())
        .ok_or_else(|| "holds records, not numbers: save a plain array".to_owned())
}

/// A tuple of Python at the start of a text.
fn extents(field: &str) -> Result<Vec<usize>, String> {
    let wrong = || "has a shape in its header that cannot be read".to_owned();
    let inside = field
        .strip_prefix('(')
        .and_then(|inside| inside.split(')').next())
        .ok_or_else(wrong)?;
    inside
        .split(',')
        .map(str::trim)
        .filter(|extent| !extent.is_empty())
        .map(|extent| extent.trim_end_matches('L').parse().map_err(|_| wrong()))
        .collect()
}

fn refused(mark: &str) -> String {
    if mark.starts_with('>') {
        return format!(
            "is big-endian (`{mark}`): save it with `a.astype(a.dtype.newbyteorder('<'))`"
        );
    }
    format!(
        "has elements of the type `{mark}`, which is none of {}",
        Dtype::names().join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(dtype: Dtype, shape: &[usize]) -> Array {
        let bytes = count(shape).unwrap_or(0) * dtype.bytes();
        Array {
            dtype,
            shape: shape.to_vec(),
            data: (0..bytes).map(|i| i as u8).collect(),
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for shape in [&[][..], &[3], &[2, 3], &[4, 0, 5], &[2, 2, 2, 2]] {
            for dtype in [
                Dtype::Float32,
                Dtype::Bool,
                Dtype::Uint16,
                Dtype::Float16,
                Dtype::Int64,
            ] {
                let a = array(dtype, shape);
                let file = a.file();
                assert_eq!((file.len() - a.data.len()) % 64, 0);
                assert_eq!(Array::parse(&file), Ok(a));
            }
        }
    }

    #[test]
    fn the_header_is_numpys_own() {
        let file = array(Dtype::Float32, &[3]).file();
        let head = "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }";
        assert_eq!(&file[10..10 + head.len()], head.as_bytes());
        let file = array(Dtype::Float32, &[2, 3]).file();
        assert!(String::from_utf8_lossy(&file).contains("'shape': (2, 3), }"));
    }

    #[test]
    fn version_two_has_a_longer_length() {
        let one = array(Dtype::Int32, &[2]).file();
        let mut two = MAGIC.to_vec();
        two.extend([2, 0, one[8], one[9], 0, 0]);
        two.extend(&one[10..]);
        assert_eq!(Array::parse(&two), Ok(array(Dtype::Int32, &[2])));
    }

    #[test]
    fn what_cannot_be_read_is_refused_in_words() {
        let good = array(Dtype::Float32, &[2, 2]).file();
        let text = |from: &str, to: &str| {
            let file = String::from_utf8_lossy(&good[10..]).replace(from, to);
            let mut bytes = good[..10].to_vec();
            bytes.extend(file.as_bytes());
            Array::parse(&bytes).unwrap_err()
        };
        assert!(text("<f4", ">f4").contains("big-endian"));
        assert!(text("<f4", "<c8").contains("none of float32"));
        assert!(text("False", "True ").contains("column by column"));
        assert!(text("(2, 2)", "(2, 3)").contains("but 16 bytes"));
        assert!(text("descr", "dexcr").contains("no `descr`"));
        assert!(Array::parse(b"PK").unwrap_err().contains("no .npy file"));
        assert!(Array::parse(&good[..20]).unwrap_err().contains("cut off"));
        assert!(
            Array::parse(&[MAGIC, &[9, 0, 0, 0]].concat())
                .unwrap_err()
                .contains("version 9")
        );
    }
}
