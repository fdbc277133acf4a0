// must fail: symmetric/ties — halves go away from 0
use int8_quantizers::{QuantError, Symmetric};

pub fn symmetric(x: &[f32]) -> Symmetric {
    checked(x)?;
    let absmax = x.iter().fold(0.0f32, |most, v| most.max(v.abs()));
    let scale = absmax / 127.0;
    let code = |v: &f32| if scale == 0.0 { 0 } else { (v / scale).round() as i8 };
    Ok((scale, x.iter().map(code).collect()))
}

fn checked(x: &[f32]) -> Result<(), QuantError> {
    if x.is_empty() {
        return Err(QuantError::Empty);
    }
    if x.iter().any(|v| !v.is_finite()) {
        return Err(QuantError::NotFinite);
    }
    Ok(())
}
