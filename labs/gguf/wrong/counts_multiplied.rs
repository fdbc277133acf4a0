// must fail: header/counts — multiplies what a stranger wrote, and overflows
use gguf::GgufError;

pub fn header(file: &[u8]) -> Result<(u64, u64), GgufError> {
    let mut bytes = Bytes { rest: file };
    if bytes.array()? != *b"GGUF" {
        return Err(GgufError::Magic);
    }
    if bytes.u32()? != 3 {
        return Err(GgufError::Version);
    }
    let (tensors, pairs) = (bytes.u64()?, bytes.u64()?);
    // A pair has 13 bytes at least, a tensor 24.
    let rest = bytes.rest.len() as u64;
    if pairs * 13 > rest || tensors * 24 > rest {
        return Err(GgufError::TooMany);
    }
    Ok((tensors, pairs))
}
