// must fail: blocks/values — takes the largest number for the largest size
use ::nf4::Quantized;

pub fn quantize(x: &[f32], block: usize) -> Quantized {
    check(x, block)?;
    let (mut scales, mut codes) = (Vec::new(), Vec::new());
    for block in x.chunks(block) {
        let scale = block.iter().fold(block[0], |most: f32, v| most.max(*v));
        codes.extend(block.iter().map(|v| if scale == 0.0 { 7 } else { nearest(v / scale) }));
        scales.push(scale);
    }
    Ok((scales, codes))
}
