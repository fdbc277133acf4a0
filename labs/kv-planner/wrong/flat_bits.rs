// must fail: token/blocks — 8 and 4 bits a number, without the scales
use kv_planner::{Kv, PlanError};

pub fn per_token(layers: u64, kv_heads: u64, head_dim: u64, kv: Kv) -> Result<u64, PlanError> {
    let (numbers, bytes) = match kv {
        Kv::F16 => (1, 2),
        Kv::F8 => (1, 1),
        Kv::Q8_0 => (32, 32),
        Kv::Q4_0 => (32, 16),
    };
    if head_dim % numbers != 0 {
        return Err(PlanError::Ragged);
    }
    Ok(2 * layers * kv_heads * (head_dim / numbers) * bytes)
}
