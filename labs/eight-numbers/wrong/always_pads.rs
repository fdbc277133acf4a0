// must fail: start/multiples — pads an end that is a multiple already
pub fn data_start(end: u64, alignment: u64) -> Option<u64> {
    (end / alignment).checked_add(1)?.checked_mul(alignment)
}
