//! Numbers into 8 bits, and what that costs.

use int8_quantizers::{Asymmetric, Grouped, QuantError, Symmetric};

// Part symmetric.

/// One scale, absmax / 127, and x / scale rounded to the nearest code, a half to the even one.
//@anchor symmetric
pub fn symmetric(x: &[f32]) -> Symmetric {
    //@solution
    check(x)?;
    let absmax = x.iter().fold(0.0f32, |most, v| most.max(v.abs()));
    let scale = absmax / 127.0;
    let code = |v: &f32| if scale == 0.0 { 0 } else { (v / scale).round_ties_even() as i8 };
    Ok((scale, x.iter().map(code).collect()))
    //@starter
    //| todo!()
    //@end
}
//@solution

/// Something is there, and all of it is finite.
fn check(x: &[f32]) -> Result<(), QuantError> {
    if x.is_empty() {
        return Err(QuantError::Empty);
    }
    if x.iter().any(|v| !v.is_finite()) {
        return Err(QuantError::NotFinite);
    }
    Ok(())
}
//@end
//@endanchor symmetric

// Part asymmetric.

/// A scale for the range from the least to the largest, 0 included, and the code that stands for 0.
//@anchor asymmetric
pub fn asymmetric(x: &[f32]) -> Asymmetric {
    //@solution
    check(x)?;
    let low = x.iter().fold(0.0f32, |least, v| least.min(*v));
    let high = x.iter().fold(0.0f32, |most, v| most.max(*v));
    let scale = (high - low) / 255.0;
    if scale == 0.0 {
        return Ok((0.0, 0, vec![0; x.len()]));
    }
    let zero = (-128.0 - low / scale).round_ties_even() as i32;
    let code = |v: &f32| {
        let steps = (v / scale).round_ties_even() as i32;
        (steps + zero).clamp(-128, 127) as i8
    };
    Ok((scale, zero, x.iter().map(code).collect()))
    //@starter
    //| todo!()
    //@end
}

/// The numbers that codes stand for.
pub fn dequantize(q: &[i8], scale: f32, zero: i32) -> Vec<f32> {
    //@solution
    q.iter().map(|q| scale * (i32::from(*q) - zero) as f32).collect()
    //@starter
    //| todo!()
    //@end
}
//@endanchor asymmetric

// Part groups.

/// As `symmetric`, with a scale for every `group` numbers; the last group may be shorter.
//@anchor groups
pub fn grouped(x: &[f32], group: usize) -> Grouped {
    //@solution
    if group == 0 {
        return Err(QuantError::Group);
    }
    check(x)?;
    let (mut scales, mut codes) = (Vec::new(), Vec::new());
    for group in x.chunks(group) {
        let (scale, of_group) = symmetric(group)?;
        scales.push(scale);
        codes.extend(of_group);
    }
    Ok((scales, codes))
    //@starter
    //| todo!()
    //@end
}

/// Bits that a weight takes, with its share of its group's scale and zero-point.
pub fn bits_per_weight(bits: f64, group: f64, scale_bits: f64, zero_bits: f64) -> f64 {
    //@solution
    bits + (scale_bits + zero_bits) / group
    //@starter
    //| todo!()
    //@end
}
//@endanchor groups
