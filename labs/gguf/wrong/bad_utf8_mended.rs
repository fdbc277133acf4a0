// must fail: values/malformed — puts a replacement character where a text is no UTF-8
use std::collections::BTreeSet;

use gguf::{Gguf, GgufError, Value};

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

pub fn pairs_of(bytes: &mut Bytes, pairs: u64) -> Result<Vec<(String, Value)>, GgufError> {
    let mut meta = Vec::new();
    let mut keys = BTreeSet::new();
    for _ in 0..pairs {
        let key = bytes.text()?;
        if !keys.insert(key.clone()) {
            return Err(GgufError::Duplicate);
        }
        let kind = bytes.u32()?;
        meta.push((key, value(bytes, kind, 0)?));
    }
    Ok(meta)
}

pub fn value(bytes: &mut Bytes, kind: u32, depth: u32) -> Result<Value, GgufError> {
    Ok(match kind {
        0 => Value::U8(u8::from_le_bytes(bytes.array()?)),
        1 => Value::I8(i8::from_le_bytes(bytes.array()?)),
        2 => Value::U16(u16::from_le_bytes(bytes.array()?)),
        3 => Value::I16(i16::from_le_bytes(bytes.array()?)),
        4 => Value::U32(bytes.u32()?),
        5 => Value::I32(i32::from_le_bytes(bytes.array()?)),
        6 => Value::F32(f32::from_le_bytes(bytes.array()?)),
        7 => match bytes.array()? {
            [0] => Value::Bool(false),
            [1] => Value::Bool(true),
            _ => return Err(GgufError::Bool),
        },
        8 => Value::Str({
            let length = bytes.u64()?;
            String::from_utf8_lossy(bytes.take(length)?).into_owned()
        }),
        9 => array(bytes, depth + 1)?,
        10 => Value::U64(bytes.u64()?),
        11 => Value::I64(i64::from_le_bytes(bytes.array()?)),
        12 => Value::F64(f64::from_le_bytes(bytes.array()?)),
        _ => return Err(GgufError::Type),
    })
}

pub fn array(bytes: &mut Bytes, depth: u32) -> Result<Value, GgufError> {
    if depth > 4 {
        return Err(GgufError::Depth);
    }
    let (kind, count) = (bytes.u32()?, bytes.u64()?);
    if count > bytes.rest.len() as u64 / least(kind)? {
        return Err(GgufError::TooMany);
    }
    let elements: Result<_, _> = (0..count).map(|_| value(bytes, kind, depth)).collect();
    Ok(Value::Array(kind, elements?))
}
