// must fail: blocks/short — right on full blocks only
use ::nf4::Quantized;

pub fn quantize(x: &[f32], block: usize) -> Quantized {
    check(x, block)?;
    let (mut scales, mut codes) = (Vec::new(), Vec::new());
    for block in x.chunks_exact(block) {
        let scale = absmax(block);
        codes.extend(block.iter().map(|v| if scale == 0.0 { 7 } else { nearest(v / scale) }));
        scales.push(scale);
    }
    Ok((scales, codes))
}
