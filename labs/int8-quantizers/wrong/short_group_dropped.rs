// must fail: groups/values — drops the last group if it is short
use int8_quantizers::{Grouped, QuantError, Symmetric};

pub fn grouped(x: &[f32], group: usize) -> Grouped {
    if group == 0 {
        return Err(QuantError::Group);
    }
    checked(x)?;
    let (mut scales, mut codes) = (Vec::new(), Vec::new());
    for group in x.chunks_exact(group) {
        let (scale, of_group) = one_group(group)?;
        scales.push(scale);
        codes.extend(of_group);
    }
    Ok((scales, codes))
}

fn one_group(x: &[f32]) -> Symmetric {
    checked(x)?;
    let absmax = x.iter().fold(0.0f32, |most, v| most.max(v.abs()));
    let scale = absmax / 127.0;
    let code = |v: &f32| if scale == 0.0 { 0 } else { (v / scale).round_ties_even() as i8 };
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
