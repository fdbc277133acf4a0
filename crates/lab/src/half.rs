//! 16-bit floats to single precision and back. Bits in, bits out; IEEE 754 binary16 and its cousin bfloat16.
//!
//! The rule: a conversion to 16 bits rounds to nearest, halfway cases to the even one, as `__float2half_rn` and
//! `__float2bfloat16_rn` do; a NaN stays one.

/// binary16 as a `float`; exact.
pub fn f16_to_f32(bits: u16) -> f32 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f32::from(bits & 0x3ff));
    sign * match exponent {
        0 => fraction * (-24f32).exp2(),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1024.0 + fraction) * ((exponent - 25) as f32).exp2(),
    }
}

/// The nearest binary16.
pub fn f16_from_f32(value: f32) -> u16 {
    let sign = (value.to_bits() >> 16 & 0x8000) as u16;
    let size = f64::from(value.abs());
    if value.is_nan() {
        return sign | 0x7e00;
    }
    // Halfway from the largest number, 65,504, to the one that would follow.
    if size >= 65520.0 {
        return sign | 0x7c00;
    }
    let exponent = (size.log2().floor() as i32).clamp(-14, 15);
    // A logarithm just below a power of two may round up to it; a step is then one too large, and the sum carries.
    let exponent = if f64::from(exponent).exp2() > size && exponent > -14 {
        exponent - 1
    } else {
        exponent
    };
    let steps = (size / f64::from(exponent - 10).exp2()).round_ties_even() as u32;
    // Counted from zero, with the exponent above: 1,024 steps more are the next power of two.
    sign | (steps + (((exponent + 14) as u32) << 10)) as u16
}

/// bfloat16 as a `float`; exact.
pub fn bf16_to_f32(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits) << 16)
}

/// The nearest bfloat16.
pub fn bf16_from_f32(value: f32) -> u16 {
    let bits = value.to_bits();
    if value.is_nan() {
        return (bits >> 16) as u16 | 0x40;
    }
    let even = bits >> 16 & 1;
    ((bits + 0x7fff + even) >> 16) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sixteen_bit_number_comes_back() {
        for bits in 0..=u16::MAX {
            let (half, brain) = (f16_to_f32(bits), bf16_to_f32(bits));
            assert!(half.is_nan() || f16_from_f32(half) == bits, "{bits:04x}");
            assert!(brain.is_nan() || bf16_from_f32(brain) == bits, "{bits:04x}");
        }
        assert!(f16_to_f32(f16_from_f32(f32::NAN)).is_nan());
        assert!(bf16_to_f32(bf16_from_f32(f32::NAN)).is_nan());
    }

    #[test]
    fn halfway_goes_to_the_even_one() {
        // Above 2,048 a half has steps of 2.
        assert_eq!(f16_to_f32(f16_from_f32(2049.0)), 2048.0);
        assert_eq!(f16_to_f32(f16_from_f32(2051.0)), 2052.0);
        assert_eq!(f16_from_f32(65519.0), 0x7bff);
        assert_eq!(f16_from_f32(65520.0), 0x7c00);
        assert_eq!(f16_from_f32((-25f32).exp2()), 0);
        assert_eq!(f16_from_f32((-25f32).exp2() * 1.001), 1);
        // Above 256 a bfloat16 has steps of 2.
        assert_eq!(bf16_to_f32(bf16_from_f32(257.0)), 256.0);
        assert_eq!(bf16_to_f32(bf16_from_f32(259.0)), 260.0);
    }
}
