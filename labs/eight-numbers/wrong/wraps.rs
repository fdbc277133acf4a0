// must fail: start/overflow — rounds up by adding, which wraps near the end
pub fn data_start(end: u64, alignment: u64) -> Option<u64> {
    Some(end.wrapping_add(alignment - 1) / alignment * alignment)
}
