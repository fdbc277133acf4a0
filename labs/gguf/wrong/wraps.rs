// must fail: tensors/sizes — lets the product of the dimensions wrap around
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
    if name.len() > 64 {
        return Err(GgufError::Name);
    }
    let dims = bytes.u32()?;
    if dims > 4 {
        return Err(GgufError::Dims);
    }
    let dims = (0..dims).map(|_| bytes.u64()).collect::<Result<Vec<u64>, _>>()?;
    let (kind, offset) = (bytes.u32()?, bytes.u64()?);
    let bytes = size(&dims, kind)?;
    Ok(Tensor { name, dims, kind, offset, bytes })
}

pub fn size(dims: &[u64], kind: u32) -> Result<u64, GgufError> {
    let (values, block) = match kind {
        0 => (1, 4),
        1 => (1, 2),
        2 => (32, 18),
        8 => (32, 34),
        12 => (256, 144),
        _ => return Err(GgufError::TensorType),
    };
    let row = dims.first().copied().unwrap_or(1);
    if row % values != 0 {
        return Err(GgufError::Dims);
    }
    let rows = dims.iter().skip(1).copied();
    let factors = [row / values].into_iter().chain(rows);
    Ok(factors.into_iter().fold(block, u64::wrapping_mul))
}
