// must fail: symmetric/errors — no number is as good as any
use int8_quantizers::{QuantError, Symmetric};

pub fn symmetric(x: &[f32]) -> Symmetric {
    if x.iter().any(|v| !v.is_finite()) {
        return Err(QuantError::NotFinite);
    }
    let absmax = x.iter().fold(0.0f32, |most, v| most.max(v.abs()));
    let scale = absmax / 127.0;
    let code = |v: &f32| if scale == 0.0 { 0 } else { (v / scale).round_ties_even() as i8 };
    Ok((scale, x.iter().map(code).collect()))
}
