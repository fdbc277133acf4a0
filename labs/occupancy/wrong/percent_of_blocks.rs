// must fail: occupancy/table — per cent of the places for blocks
use ::occupancy::{Launch, LaunchError, Limit, Occupancy, Sm};

pub fn occupancy(sm: &Sm, l: &Launch) -> Result<Occupancy, LaunchError> {
    let limits = all(sm, l)?;
    let named = [Limit::Warps, Limit::Registers, Limit::Shared, Limit::Blocks];
    let (blocks, limiter) = limits.into_iter().zip(named)
        .min_by_key(|(blocks, _)| *blocks)
        .unwrap_or((0, Limit::Warps));
    let warps = blocks * l.threads.div_ceil(32);
    let percent = 100.0 * f64::from(blocks) / f64::from(sm.blocks);
    Ok(Occupancy { blocks, warps, percent, limiter })
}

fn all(sm: &Sm, l: &Launch) -> Result<[u32; 4], LaunchError> {
    if l.threads == 0 || l.threads > 1024 {
        return Err(LaunchError::Threads);
    }
    if l.registers > 255 {
        return Err(LaunchError::Registers);
    }
    if l.shared > sm.shared_block {
        return Err(LaunchError::Shared);
    }
    let warps = l.threads.div_ceil(32);
    let a_warp = (l.registers * 32).next_multiple_of(256);
    let by_registers = match a_warp {
        0 => u32::MAX,
        _ => 65_536 / a_warp / 4 * 4 / warps,
    };
    if by_registers == 0 {
        return Err(LaunchError::Registers);
    }
    let by_shared = match l.shared {
        0 => u32::MAX,
        bytes => sm.shared / (bytes + sm.shared_reserved).next_multiple_of(sm.shared_unit),
    };
    Ok([sm.warps / warps, by_registers, by_shared, sm.blocks])
}
