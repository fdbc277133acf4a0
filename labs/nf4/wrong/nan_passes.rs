// must fail: blocks/errors — lets NaN and infinity pass
use ::nf4::{Nf4Error, Quantized};

pub fn quantize(x: &[f32], block: usize) -> Quantized {
    if x.is_empty() {
        return Err(Nf4Error::Empty);
    }
    if block == 0 {
        return Err(Nf4Error::Block);
    }
    let (mut scales, mut codes) = (Vec::new(), Vec::new());
    for block in x.chunks(block) {
        let scale = absmax(block);
        codes.extend(block.iter().map(|v| if scale == 0.0 { 7 } else { nearest(v / scale) }));
        scales.push(scale);
    }
    Ok((scales, codes))
}
