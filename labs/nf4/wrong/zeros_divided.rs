// must fail: blocks/zero — divides zeros by a scale of 0
use ::nf4::Quantized;

pub fn quantize(x: &[f32], block: usize) -> Quantized {
    check(x, block)?;
    let (mut scales, mut codes) = (Vec::new(), Vec::new());
    for block in x.chunks(block) {
        let scale = absmax(block);
        codes.extend(block.iter().map(|v| nearest(v / scale)));
        scales.push(scale);
    }
    Ok((scales, codes))
}
