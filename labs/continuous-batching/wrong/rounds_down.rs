// must fail: report/percentile — rounds the place down: right where p · n is a multiple of 100
pub fn percentile(x: &[u64], p: u32) -> Option<u64> {
    if p == 0 || p > 100 {
        return None;
    }
    let mut sorted = x.to_vec();
    sorted.sort();
    let place = x.len() * p as usize / 100;
    sorted.get(place.checked_sub(1)?).copied()
}
