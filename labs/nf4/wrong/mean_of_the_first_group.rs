// must fail: scales/groups — takes the mean of the first group for that of all
use ::nf4::Doubled;

pub fn double(scales: &[f32], group: usize) -> Doubled {
    check(scales, group)?;
    let sum: f64 = scales.iter().take(group).map(|s| f64::from(*s)).sum();
    let mean = (sum / scales.len().min(group) as f64) as f32;
    let left: Vec<f32> = scales.iter().map(|s| s - mean).collect();
    let (mut steps, mut codes) = (Vec::new(), Vec::new());
    for group in left.chunks(group) {
        let step = absmax(group) / 127.0;
        let code = |v: &f32| if step == 0.0 { 0 } else { (v / step).round_ties_even() as i8 };
        codes.extend(group.iter().map(code));
        steps.push(step);
    }
    Ok((mean, steps, codes))
}
