// must fail: tensors/names — lets any name in
use std::collections::BTreeSet;

use gguf::{Gguf, GgufError, Tensor};

pub fn read(file: &[u8]) -> Result<Gguf, GgufError> {
    let (tensors, pairs) = header(file)?;
    let mut bytes = Bytes { rest: &file[24..] };
    let meta = pairs_of(&mut bytes, pairs)?;
    let alignment = alignment(&meta)?;
    let tensors = infos(&mut bytes, tensors)?;
    let end = (file.len() - bytes.rest.len()) as u64;
    let data_start = end.next_multiple_of(alignment);
    let room = (file.len() as u64).saturating_sub(data_start);
    placed(&tensors, alignment, room)?;
    Ok(Gguf { meta, tensors, data_start })
}

pub fn infos(bytes: &mut Bytes, tensors: u64) -> Result<Vec<Tensor>, GgufError> {
    let mut all = Vec::new();
    let mut names = BTreeSet::new();
    for _ in 0..tensors {
        let tensor = info(bytes)?;
        if !names.insert(tensor.name.clone()) {
            return Err(GgufError::Duplicate);
        }
        all.push(tensor);
    }
    Ok(all)
}

pub fn info(bytes: &mut Bytes) -> Result<Tensor, GgufError> {
    let name = bytes.text()?;
    let dims = bytes.u32()?;
    if dims > 4 {
        return Err(GgufError::Dims);
    }
    let dims = (0..dims).map(|_| bytes.u64()).collect::<Result<Vec<u64>, _>>()?;
    let (kind, offset) = (bytes.u32()?, bytes.u64()?);
    let bytes = size(&dims, kind)?;
    Ok(Tensor { name, dims, kind, offset, bytes })
}
