// must fail: tensors/alignment — holds every offset against 32, whatever the file says
use gguf::{Gguf, GgufError};

pub fn read(file: &[u8]) -> Result<Gguf, GgufError> {
    let (tensors, pairs) = header(file)?;
    let mut bytes = Bytes { rest: &file[24..] };
    let meta = pairs_of(&mut bytes, pairs)?;
    let alignment = alignment(&meta)?;
    let tensors = infos(&mut bytes, tensors)?;
    let end = (file.len() - bytes.rest.len()) as u64;
    let data_start = end.next_multiple_of(alignment);
    let room = (file.len() as u64).saturating_sub(data_start);
    placed(&tensors, 32, room)?;
    Ok(Gguf { meta, tensors, data_start })
}
