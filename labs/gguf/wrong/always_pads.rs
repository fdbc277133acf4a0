// must fail: tensors/data-start — adds a whole alignment where the infos end at a multiple
use gguf::{Gguf, GgufError};

pub fn read(file: &[u8]) -> Result<Gguf, GgufError> {
    let (tensors, pairs) = header(file)?;
    let mut bytes = Bytes { rest: &file[24..] };
    let meta = pairs_of(&mut bytes, pairs)?;
    let alignment = alignment(&meta)?;
    let tensors = infos(&mut bytes, tensors)?;
    let end = (file.len() - bytes.rest.len()) as u64;
    let data_start = (end / alignment + 1) * alignment;
    let room = (file.len() as u64).saturating_sub(end.next_multiple_of(alignment));
    placed(&tensors, alignment, room)?;
    Ok(Gguf { meta, tensors, data_start })
}
