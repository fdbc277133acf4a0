// must fail: asymmetric/zero-is-exact — the range of the numbers alone
use int8_quantizers::{Asymmetric, QuantError};

pub fn asymmetric(x: &[f32]) -> Asymmetric {
    checked(x)?;
    let low = x.iter().fold(x[0], |least, v| least.min(*v));
    let high = x.iter().fold(x[0], |most, v| most.max(*v));
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
