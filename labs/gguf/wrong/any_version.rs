// must fail: header/version — reads on whatever the version is
use gguf::GgufError;

pub fn header(file: &[u8]) -> Result<(u64, u64), GgufError> {
    let mut bytes = Bytes { rest: file };
    if bytes.array()? != *b"GGUF" {
        return Err(GgufError::Magic);
    }
    bytes.u32()?;
    let (tensors, pairs) = (bytes.u64()?, bytes.u64()?);
    // A pair has 13 bytes at least, a tensor 24.
    let rest = bytes.rest.len() as u64;
    if pairs > rest / 13 || tensors > rest / 24 {
        return Err(GgufError::TooMany);
    }
    Ok((tensors, pairs))
}
