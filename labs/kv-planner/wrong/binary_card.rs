// must fail: device/tokens — takes a gigabyte of the card for 2^30 bytes
use kv_planner::PlanError;

pub fn capacity(device: u64, weights: u64, reserve: u64, per_token: u64, page: u64) -> Result<u64, PlanError> {
    if per_token == 0 || page == 0 {
        return Err(PlanError::Zero);
    }
    let device = device / 1_000_000_000 * (1 << 30) + device % 1_000_000_000;
    let left = device.saturating_sub(weights).saturating_sub(reserve);
    match left / per_token / page * page {
        0 => Err(PlanError::NoRoom),
        tokens => Ok(tokens),
    }
}
