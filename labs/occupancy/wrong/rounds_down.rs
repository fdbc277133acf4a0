// must fail: enough/little — the whole warps below what is needed
pub fn warps_needed(gbs: f64, latency_cycles: f64, mhz: f64, sms: f64, bytes_per_lane: u32) -> u32 {
    let seconds = latency_cycles / (mhz * 1e6);
    let under_way = gbs * 1e9 * seconds / sms;
    (under_way / f64::from(32 * bytes_per_lane)).floor() as u32
}
