//! Files of models: a reader that believes no count, and a small writer.

use std::collections::BTreeSet;

use gguf::{Gguf, GgufError, Tensor, Value};

/// What has not been read of a file. Everything below is read through it, so that `take` is the one place where a file can
/// be too short.
pub struct Bytes<'a> {
    pub rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    /// The next `n` bytes; `Truncated` if there are not so many, however large `n` is.
    pub fn take(&mut self, n: u64) -> Result<&'a [u8], GgufError> {
        //@solution
        let n = usize::try_from(n).map_err(|_| GgufError::Truncated)?;
        let (front, rest) = self.rest.split_at_checked(n).ok_or(GgufError::Truncated)?;
        self.rest = rest;
        Ok(front)
        //@starter
        //| todo!()
        //@end
    }

    /// The next `N` bytes as an array: what `u32::from_le_bytes` and its siblings take.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], GgufError> {
        let bytes = self.take(N as u64)?;
        bytes.try_into().map_err(|_| GgufError::Truncated)
    }

    /// A whole number of 32 bits, its lowest byte first.
    pub fn u32(&mut self) -> Result<u32, GgufError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// A whole number of 64 bits, its lowest byte first.
    pub fn u64(&mut self) -> Result<u64, GgufError> {
        Ok(u64::from_le_bytes(self.array()?))
    }
    //@solution

    /// A length of 64 bits, then so many bytes of UTF-8.
    pub fn text(&mut self) -> Result<String, GgufError> {
        let length = self.u64()?;
        let bytes = self.take(length)?.to_vec();
        String::from_utf8(bytes).map_err(|_| GgufError::Utf8)
    }
    //@end
}

// Part header.

/// How many tensors and how many pairs follow. Nobody counts on them before they are held against what is there.
//@anchor header
pub fn header(file: &[u8]) -> Result<(u64, u64), GgufError> {
    //@solution
    let mut bytes = Bytes { rest: file };
    if bytes.array()? != *b"GGUF" {
        return Err(GgufError::Magic);
    }
    if bytes.u32()? != 3 {
        return Err(GgufError::Version);
    }
    let (tensors, pairs) = (bytes.u64()?, bytes.u64()?);
    // A pair has 13 bytes at least, a tensor 24.
    let rest = bytes.rest.len() as u64;
    if pairs > rest / 13 || tensors > rest / 24 {
        return Err(GgufError::TooMany);
    }
    Ok((tensors, pairs))
    //@starter
    //| todo!()
    //@end
}
//@endanchor header

// Part values, and then part tensors.

/// Everything that a file says of itself. The tensors' own bytes stay where they are.
//@anchor read
pub fn read(file: &[u8]) -> Result<Gguf, GgufError> {
    //@solution
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
    //@starter
    //| // Part values: the pairs, which begin at byte 24. A file of this part has no tensors.
    //| // Part tensors: the alignment, the tensors' infos, where the data start, and whether each tensor lies where it may.
    //| todo!()
    //@end
}
//@endanchor read
//@solution

/// The pairs, in their order.
//@anchor values
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

/// A value of a type, inside so many arrays.
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
        8 => Value::Str(bytes.text()?),
        9 => array(bytes, depth + 1)?,
        10 => Value::U64(bytes.u64()?),
        11 => Value::I64(i64::from_le_bytes(bytes.array()?)),
        12 => Value::F64(f64::from_le_bytes(bytes.array()?)),
        _ => return Err(GgufError::Type),
    })
}

/// The fewest bytes that a value of a type has.
pub fn least(kind: u32) -> Result<u64, GgufError> {
    Ok(match kind {
        0 | 1 | 7 => 1,
        2 | 3 => 2,
        4..=6 => 4,
        8 | 10..=12 => 8,
        9 => 12,
        _ => return Err(GgufError::Type),
    })
}

/// An array that is itself inside `depth - 1` others.
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
//@endanchor values

/// What every offset is a multiple of.
//@anchor tensors
pub fn alignment(meta: &[(String, Value)]) -> Result<u64, GgufError> {
    let set = meta.iter().find(|(key, _)| key == "general.alignment");
    match set.map(|(_, value)| value) {
        None => Ok(32),
        Some(Value::U32(n)) if *n > 0 && n % 8 == 0 => Ok(u64::from(*n)),
        Some(_) => Err(GgufError::Alignment),
    }
}

/// What the file says of each tensor.
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

/// One of them.
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

/// The bytes of a tensor.
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
    let product = factors.into_iter().try_fold(block, u64::checked_mul);
    product.ok_or(GgufError::Overflow)
}

/// Whether each tensor begins at a multiple, ends within the data, and shares no byte with another.
pub fn placed(tensors: &[Tensor], alignment: u64, room: u64) -> Result<(), GgufError> {
    let mut spans = Vec::new();
    for tensor in tensors {
        if tensor.offset % alignment != 0 {
            return Err(GgufError::Alignment);
        }
        let end = tensor.offset.checked_add(tensor.bytes);
        let end = end.filter(|end| *end <= room).ok_or(GgufError::OutOfFile)?;
        if tensor.bytes > 0 {
            spans.push((tensor.offset, end));
        }
    }
    spans.sort();
    let meet = spans.windows(2).any(|pair| pair[0].1 > pair[1].0);
    if meet { Err(GgufError::Overlap) } else { Ok(()) }
}
//@endanchor tensors
//@end

// Part write.

/// The file of these pairs and tensors. `offset`, `bytes` and `data_start` of `g` do not matter: the tensors are laid one after
/// the other, each followed by zeros up to the alignment.
//@anchor write
pub fn write(g: &Gguf, data: &[Vec<u8>]) -> Result<Vec<u8>, GgufError> {
    //@solution
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
    // A reader's refusals are the writer's.
    read(&out)?;
    Ok(out)
    //@starter
    //| todo!()
    //@end
}
//@endanchor write
//@solution

/// The id of a value's type.
pub fn kind(value: &Value) -> u32 {
    match value {
        Value::U8(_) => 0,
        Value::I8(_) => 1,
        Value::U16(_) => 2,
        Value::I16(_) => 3,
        Value::U32(_) => 4,
        Value::I32(_) => 5,
        Value::F32(_) => 6,
        Value::Bool(_) => 7,
        Value::Str(_) => 8,
        Value::Array(..) => 9,
        Value::U64(_) => 10,
        Value::I64(_) => 11,
        Value::F64(_) => 12,
    }
}

pub fn put_text(out: &mut Vec<u8>, text: &str) {
    out.extend((text.len() as u64).to_le_bytes());
    out.extend(text.as_bytes());
}

/// A value without the id of its type.
pub fn put(out: &mut Vec<u8>, value: &Value) -> Result<(), GgufError> {
    match value {
        Value::U8(v) => out.extend(v.to_le_bytes()),
        Value::I8(v) => out.extend(v.to_le_bytes()),
        Value::U16(v) => out.extend(v.to_le_bytes()),
        Value::I16(v) => out.extend(v.to_le_bytes()),
        Value::U32(v) => out.extend(v.to_le_bytes()),
        Value::I32(v) => out.extend(v.to_le_bytes()),
        Value::F32(v) => out.extend(v.to_le_bytes()),
        Value::Bool(v) => out.push(u8::from(*v)),
        Value::Str(v) => put_text(out, v),
        Value::Array(of, elements) => {
            out.extend(of.to_le_bytes());
            out.extend((elements.len() as u64).to_le_bytes());
            for element in elements {
                if kind(element) != *of {
                    return Err(GgufError::Type);
                }
                put(out, element)?;
            }
        }
        Value::U64(v) => out.extend(v.to_le_bytes()),
        Value::I64(v) => out.extend(v.to_le_bytes()),
        Value::F64(v) => out.extend(v.to_le_bytes()),
    }
    Ok(())
}

pub fn put_info(out: &mut Vec<u8>, tensor: &Tensor, offset: u64) {
    put_text(out, &tensor.name);
    out.extend((tensor.dims.len() as u32).to_le_bytes());
    for dim in &tensor.dims {
        out.extend(dim.to_le_bytes());
    }
    out.extend(tensor.kind.to_le_bytes());
    out.extend(offset.to_le_bytes());
}
//@end
