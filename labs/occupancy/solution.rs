//! How much of a launch a multiprocessor holds at once, and how much it needs to hold.

use ::occupancy::{Launch, LaunchError, Limit, Occupancy, Sm};

// Part limits.

/// Blocks that each limit would let in, in the order of `Limit`; `u32::MAX` where a block uses nothing of it.
//@anchor limits
pub fn limits(sm: &Sm, l: &Launch) -> Result<[u32; 4], LaunchError> {
    //@solution
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
    //@starter
    //| todo!()
    //@end
}
//@endanchor limits

// Part occupancy.

/// The least of the limits, the warps it means, and which it is; of equal ones the first.
//@anchor occupancy
pub fn occupancy(sm: &Sm, l: &Launch) -> Result<Occupancy, LaunchError> {
    //@solution
    let limits = limits(sm, l)?;
    let named = [Limit::Warps, Limit::Registers, Limit::Shared, Limit::Blocks];
    let (blocks, limiter) = limits.into_iter().zip(named)
        .min_by_key(|(blocks, _)| *blocks)  // of equal ones the first
        .unwrap_or((0, Limit::Warps));
    let warps = blocks * l.threads.div_ceil(32);
    let percent = 100.0 * f64::from(warps) / f64::from(sm.warps);
    Ok(Occupancy { blocks, warps, percent, limiter })
    //@starter
    //| todo!()
    //@end
}
//@endanchor occupancy

// Part enough.

/// Warps a multiprocessor needs so that `gbs` are under way all the time, if each has one load of `bytes_per_lane` under way
/// and it takes `latency_cycles` at `mhz`.
//@anchor enough
pub fn warps_needed(gbs: f64, latency_cycles: f64, mhz: f64, sms: f64, bytes_per_lane: u32) -> u32 {
    //@solution
    let seconds = latency_cycles / (mhz * 1e6);
    let under_way = gbs * 1e9 * seconds / sms;
    (under_way / f64::from(32 * bytes_per_lane)).ceil() as u32
    //@starter
    //| todo!()
    //@end
}
//@endanchor enough
