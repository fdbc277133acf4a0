//! What a token leaves in the cache, and how many tokens and requests fit a card.

use kv_planner::{Kv, PlanError};

// Part token.

/// Bytes that a token leaves behind: in each layer and head a key and a value of `head_dim` numbers.
//@anchor token
pub fn per_token(layers: u64, kv_heads: u64, head_dim: u64, kv: Kv) -> Result<u64, PlanError> {
    //@solution
    let (numbers, bytes) = match kv {
        Kv::F16 => (1, 2),
        Kv::F8 => (1, 1),
        Kv::Q8_0 => (32, 34),
        Kv::Q4_0 => (32, 18),
    };
    if head_dim % numbers != 0 {
        return Err(PlanError::Ragged);
    }
    Ok(2 * layers * kv_heads * (head_dim / numbers) * bytes)
    //@starter
    //| todo!()
    //@end
}
//@endanchor token

// Part device.

/// Tokens that fit beside the weights and what is kept free, in whole pages of `page` tokens.
//@anchor device
pub fn capacity(device: u64, weights: u64, reserve: u64, per_token: u64, page: u64) -> Result<u64, PlanError> {
    //@solution
    if per_token == 0 || page == 0 {
        return Err(PlanError::Zero);
    }
    let left = device.saturating_sub(weights).saturating_sub(reserve);
    match left / per_token / page * page {
        0 => Err(PlanError::NoRoom),
        tokens => Ok(tokens),
    }
    //@starter
    //| todo!()
    //@end
}
//@endanchor device

// Part batch.

/// Requests of `context` tokens each that fit; a request takes whole pages.
//@anchor batch
pub fn max_batch(capacity: u64, context: u64, page: u64) -> Result<u64, PlanError> {
    //@solution
    if context == 0 || page == 0 {
        return Err(PlanError::Zero);
    }
    Ok(capacity / page / context.div_ceil(page))
    //@starter
    //| todo!()
    //@end
}
//@endanchor batch

// Part cross.

/// The first number of tokens whose cache is at least as large as the weights.
//@anchor cross
pub fn crossover(weights: u64, per_token: u64) -> Result<u64, PlanError> {
    //@solution
    if per_token == 0 {
        return Err(PlanError::Zero);
    }
    Ok(weights.div_ceil(per_token))
    //@starter
    //| todo!()
    //@end
}
//@endanchor cross
