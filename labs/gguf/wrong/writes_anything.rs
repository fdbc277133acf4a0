// must fail: write/refuses — writes what no reader takes
use gguf::{Gguf, GgufError};

pub fn write(g: &Gguf, data: &[Vec<u8>]) -> Result<Vec<u8>, GgufError> {
    let alignment = alignment(&g.meta)?;
    if data.len() != g.tensors.len() {
        return Err(GgufError::Truncated);
    }
    let mut out = b"GGUF\x03\0\0\0".to_vec();
    out.extend((g.tensors.len() as u64).to_le_bytes());
    out.extend((g.meta.len() as u64).to_le_bytes());
    for (key, value) in &g.meta {
        put_text(&mut out, key);
        out.extend(kind(value).to_le_bytes());
        put(&mut out, value)?;
    }
    let mut offset = 0;
    for (tensor, data) in g.tensors.iter().zip(data) {
        if size(&tensor.dims, tensor.kind)? != data.len() as u64 {
            return Err(GgufError::Truncated);
        }
        put_info(&mut out, tensor, offset);
        offset += (data.len() as u64).next_multiple_of(alignment);
    }
    for data in [&Vec::new()].into_iter().chain(data) {
        out.extend(data);
        out.resize(out.len().next_multiple_of(alignment as usize), 0);
    }
    Ok(out)
}
