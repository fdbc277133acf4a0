//! Eight numbers that decide how small a model can be.

use eight_numbers::{Format, half};

// Question 1.

/// The code of a weight: `absmax` gets the largest code of so many bits.
//@anchor code
pub fn code(weight: f64, absmax: f64, bits: u32) -> i32 {
    //@solution
    if absmax == 0.0 {
        return 0;
    }
    let largest = f64::from((1 << (bits - 1)) - 1);
    (weight / (absmax / largest)).round_ties_even() as i32
    //@starter
    //| todo!()
    //@end
}
//@endanchor code

// Question 2.

/// The code of 0 when `low` to `high` is spread over −128 … 127.
//@anchor zero
pub fn zero_point(low: f64, high: f64) -> i32 {
    //@solution
    let (low, high) = (low.min(0.0), high.max(0.0));
    let scale = (high - low) / 255.0;
    (-128.0 - low / scale).round_ties_even() as i32
    //@starter
    //| todo!()
    //@end
}
//@endanchor zero

// Question 3.

/// Bits a weight, when each group has `beside` bits besides.
//@anchor bits
pub fn bits_a_weight(bits: f64, beside: f64, group: f64) -> f64 {
    //@solution
    bits + beside / group
    //@starter
    //| todo!()
    //@end
}
//@endanchor bits

// Question 4.

/// The widest format whose weights fit into `room` bytes.
//@anchor method
pub fn method(params: f64, room: f64) -> Option<Format> {
    //@solution
    let formats = [(Format::Bf16, 16.0), (Format::Q8_0, 8.5), (Format::Q4KM, 4.84)];
    let fits = formats.iter().find(|(_, bits)| params * bits / 8.0 <= room);
    fits.map(|(format, _)| *format)
    //@starter
    //| todo!()
    //@end
}
//@endanchor method

// Question 5.

/// Bytes of a matrix of which two of every four weights are kept.
//@anchor sparse
pub fn two_of_four(weights: f64, bits: f64) -> f64 {
    //@solution
    weights / 2.0 * (bits + 2.0) / 8.0
    //@starter
    //| todo!()
    //@end
}
//@endanchor sparse

// Question 6.

/// Weights of A and B together.
//@anchor adapter
pub fn adapter(d_in: u64, d_out: u64, rank: u64) -> u64 {
    //@solution
    rank * (d_in + d_out)
    //@starter
    //| todo!()
    //@end
}
//@endanchor adapter

// Question 7.

/// The first byte of a GGUF file's data, if there can be one.
//@anchor start
pub fn data_start(end: u64, alignment: u64) -> Option<u64> {
    //@solution
    end.div_ceil(alignment).checked_mul(alignment)
    //@starter
    //| todo!()
    //@end
}
//@endanchor start

// Question 8.

/// Weight i of a Q4_K block.
//@anchor weight
pub fn weight(block: &[u8; 144], i: usize) -> f64 {
    //@solution
    let fp16 = |at: usize| half(u16::from_le_bytes([block[at], block[at + 1]]));
    let (s, group) = (&block[4..16], i / 32);
    let (scale, minimum) = if group < 4 {
        (s[group] & 63, s[group + 4] & 63)
    } else {
        let low = s[group + 4];
        ((low & 15) | (s[group - 4] >> 6) << 4, (low >> 4) | (s[group] >> 6) << 4)
    };
    let byte = block[16 + 32 * (group / 2) + i % 32];
    let q = if group % 2 == 0 { byte & 15 } else { byte >> 4 };
    fp16(0) * f64::from(scale) * f64::from(q) - fp16(2) * f64::from(minimum)
    //@starter
    //| todo!()
    //@end
}
//@endanchor weight
