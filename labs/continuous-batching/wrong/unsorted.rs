// must fail: report/percentile — takes the values as they come
pub fn percentile(x: &[u64], p: u32) -> Option<u64> {
    if p == 0 || p > 100 {
        return None;
    }
    let sorted = x.to_vec();
    let place = (x.len() * p as usize).div_ceil(100);
    sorted.get(place.checked_sub(1)?).copied()
}
