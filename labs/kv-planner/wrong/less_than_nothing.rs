// must fail: device/no-room — subtracts weights that are larger than the card
use kv_planner::PlanError;

pub fn capacity(device: u64, weights: u64, reserve: u64, per_token: u64, page: u64) -> Result<u64, PlanError> {
    if per_token == 0 || page == 0 {
        return Err(PlanError::Zero);
    }
    match device.wrapping_sub(weights).wrapping_sub(reserve) / per_token / page * page {
        0 => Err(PlanError::NoRoom),
        tokens => Ok(tokens),
    }
}
