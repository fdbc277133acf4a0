// must fail: tensors/end — never asks whether a tensor ends within the file
use gguf::{Gguf, GgufError, Tensor};

pub fn read(file: &[u8]) -> Result<Gguf, GgufError> {
    let (tensors, pairs) = header(file)?;
    let mut bytes = Bytes { rest: &file[24..] };
    let meta = pairs_of(&mut bytes, pairs)?;
    let alignment = alignment(&meta)?;
    let tensors = infos(&mut bytes, tensors)?;
    let end = (file.len() - bytes.rest.len()) as u64;
    let data_start = end.next_multiple_of(alignment);
    placed(&tensors, alignment)?;
    Ok(Gguf { meta, tensors, data_start })
}

pub fn placed(tensors: &[Tensor], alignment: u64) -> Result<(), GgufError> {
    let mut spans = Vec::new();
    for tensor in tensors {
        if tensor.offset % alignment != 0 {
            return Err(GgufError::Alignment);
        }
        let end = tensor.offset.saturating_add(tensor.bytes);
        if tensor.bytes > 0 {
            spans.push((tensor.offset, end));
        }
    }
    spans.sort();
    let meet = spans.windows(2).any(|pair| pair[0].1 > pair[1].0);
    if meet { Err(GgufError::Overlap) } else { Ok(()) }
}
