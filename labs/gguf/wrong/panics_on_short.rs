// must fail: header/magic — cuts the header off a file without asking whether it is there
use gguf::GgufError;

pub fn header(file: &[u8]) -> Result<(u64, u64), GgufError> {
    let mut bytes = Bytes { rest: &file[..24] };
    let file_rest = file.len() - 24;
    if bytes.array()? != *b"GGUF" {
        return Err(GgufError::Magic);
    }
    if bytes.u32()? != 3 {
        return Err(GgufError::Version);
    }
    let (tensors, pairs) = (bytes.u64()?, bytes.u64()?);
    // A pair has 13 bytes at least, a tensor 24.
    let rest = file_rest as u64;
    if pairs > rest / 13 || tensors > rest / 24 {
        return Err(GgufError::TooMany);
    }
    Ok((tensors, pairs))
}
