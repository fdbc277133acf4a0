// must fail: header/counts — believes what the header claims
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
    Ok((tensors, pairs))
}
