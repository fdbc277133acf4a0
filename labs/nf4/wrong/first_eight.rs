// must fail: blocks/error-bound — looks for the largest size among the first eight of a block
use ::nf4::Quantized;

pub fn quantize(x: &[f32], block: usize) -> Quantized {
    check(x, block)?;
    let (mut scales, mut codes) = (Vec::new(), Vec::new());
    for block in x.chunks(block) {
        let scale = absmax(&block[..block.len().min(8)]);
        codes.extend(block.iter().map(|v| if scale == 0.0 { 7 } else { nearest(v / scale) }));
        scales.push(scale);
    }
    Ok((scales, codes))
}
