// must fail: blocks/tiny — multiplies by 1 / scale, which may be infinite
use ::nf4::Quantized;

pub fn quantize(x: &[f32], block: usize) -> Quantized {
    check(x, block)?;
    let (mut scales, mut codes) = (Vec::new(), Vec::new());
    for block in x.chunks(block) {
        let scale = absmax(block);
        codes.extend(block.iter().map(|v| if scale == 0.0 { 7 } else { nearest(v * (1.0 / scale)) }));
        scales.push(scale);
    }
    Ok((scales, codes))
}
