// must fail: token/models — the numbers of FP8 take as much room as those of FP16
use kv_planner::{Kv, PlanError};

pub fn per_token(layers: u64, kv_heads: u64, head_dim: u64, kv: Kv) -> Result<u64, PlanError> {
    let (numbers, bytes) = match kv {
        Kv::F16 | Kv::F8 => (1, 2),
        Kv::Q8_0 => (32, 34),
        Kv::Q4_0 => (32, 18),
    };
    if head_dim % numbers != 0 {
        return Err(PlanError::Ragged);
    }
    Ok(2 * layers * kv_heads * (head_dim / numbers) * bytes)
}
