//! Weights in four bits on the levels of a bell, and their scales in eight.

use ::nf4::{Doubled, NF4, Nf4Error, Quantized};

// Part levels. `NF4` is the table of levels, by code; it increases.

/// The code of the level nearest to `v`, which is from −1 to 1; half-way, the lower code.
//@anchor levels
pub fn nearest(v: f32) -> u8 {
    //@solution
    let mut best = 0;
    for code in 1..NF4.len() {
        // Only a smaller distance wins, so that of two equal ones the lower code stays.
        if (v - NF4[code]).abs() < (v - NF4[best]).abs() {
            best = code;
        }
    }
    best as u8
    //@starter
    //| // Sixteen distances are quickly compared; no formula gives the code.
    //| todo!()
    //@end
}
//@endanchor levels

// Part blocks.

/// A scale for every `block` numbers, their largest size, and the codes of x / scale. The last block may be shorter.
//@anchor blocks
pub fn quantize(x: &[f32], block: usize) -> Quantized {
    //@solution
    check(x, block)?;
    let (mut scales, mut codes) = (Vec::new(), Vec::new());
    for block in x.chunks(block) {
        let scale = absmax(block);
        // A block of zeros has no x / scale; 0 is level 7.
        codes.extend(block.iter().map(|v| if scale == 0.0 { 7 } else { nearest(v / scale) }));
        scales.push(scale);
    }
    Ok((scales, codes))
    //@starter
    //| // First what must be refused: Empty, Block (0), NotFinite. Then block by block.
    //| todo!()
    //@end
}

/// Two codes a byte, the first in the upper four bits; behind an odd last one stands code 7, which is 0.
pub fn pack(codes: &[u8]) -> Vec<u8> {
    //@solution
    codes.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).unwrap_or(&7)).collect()
    //@starter
    //| todo!()
    //@end
}

/// The first `n` codes of packed bytes, or all if there are fewer.
pub fn unpack(bytes: &[u8], n: usize) -> Vec<u8> {
    //@solution
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).take(n).collect()
    //@starter
    //| todo!()
    //@end
}

/// The numbers that codes of 0 to 15 stand for: the level times the scale of the block.
pub fn dequantize(scales: &[f32], codes: &[u8], block: usize) -> Vec<f32> {
    //@solution
    let level = |(i, code): (usize, &u8)| scales[i / block] * NF4[usize::from(*code)];
    codes.iter().enumerate().map(level).collect()
    //@starter
    //| todo!()
    //@end
}
//@solution

/// Something is there, in blocks of something, and all of it is finite.
pub fn check(x: &[f32], block: usize) -> Result<(), Nf4Error> {
    if x.is_empty() {
        return Err(Nf4Error::Empty);
    }
    if block == 0 {
        return Err(Nf4Error::Block);
    }
    if x.iter().any(|v| !v.is_finite()) {
        return Err(Nf4Error::NotFinite);
    }
    Ok(())
}

/// The largest size.
pub fn absmax(x: &[f32]) -> f32 {
    x.iter().fold(0.0f32, |most, v| most.max(v.abs()))
}
//@end
//@endanchor blocks

// Part scales.

/// The scales' mean, and what is left of each in eight bits, with a scale for every `group` of them.
//@anchor scales
pub fn double(scales: &[f32], group: usize) -> Doubled {
    //@solution
    check(scales, group)?;
    let sum: f64 = scales.iter().map(|s| f64::from(*s)).sum();
    let mean = (sum / scales.len() as f64) as f32;
    let left: Vec<f32> = scales.iter().map(|s| s - mean).collect();
    let (mut steps, mut codes) = (Vec::new(), Vec::new());
    for group in left.chunks(group) {
        let step = absmax(group) / 127.0;
        let code = |v: &f32| if step == 0.0 { 0 } else { (v / step).round_ties_even() as i8 };
        codes.extend(group.iter().map(code));
        steps.push(step);
    }
    Ok((mean, steps, codes))
    //@starter
    //| // The mean is of all scales, not of a group. Add in f64.
    //| todo!()
    //@end
}

/// Bits that a weight takes: its code and its share of a scale of 32 bits, or of one of 8 and of what a group of these shares.
pub fn bits(block: u32, group: Option<u32>) -> f64 {
    //@solution
    let block = f64::from(block);
    match group {
        None => 4.0 + 32.0 / block,
        Some(group) => 4.0 + 8.0 / block + 32.0 / (block * f64::from(group)),
    }
    //@starter
    //| todo!()
    //@end
}
//@endanchor scales
