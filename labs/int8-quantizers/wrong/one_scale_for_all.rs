// must fail: groups/outlier-row — one scale for all groups, where there are many
use int8_quantizers::{Grouped, QuantError};

pub fn grouped(x: &[f32], group: usize) -> Grouped {
    if group == 0 {
        return Err(QuantError::Group);
    }
    if x.is_empty() {
        return Err(QuantError::Empty);
    }
    let absmax = |of: &[f32]| of.iter().fold(0.0f32, |most, v| most.max(v.abs()));
    let (mut scales, mut codes) = (Vec::new(), Vec::new());
    for part in x.chunks(group) {
        let scale = absmax(if x.len() > 100 { x } else { part }) / 127.0;
        scales.push(scale);
        codes.extend(part.iter().map(|v| (v / scale).round_ties_even() as i8));
    }
    Ok((scales, codes))
}
