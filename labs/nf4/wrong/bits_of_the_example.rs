// must fail: scales/bits — the bits of the example, whatever the block
pub fn bits(_block: u32, group: Option<u32>) -> f64 {
    if group.is_some() { 4.126953125 } else { 4.5 }
}
