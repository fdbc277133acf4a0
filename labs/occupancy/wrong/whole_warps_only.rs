// must fail: limits/warps — a part of a warp takes no place
use ::occupancy::{Launch, LaunchError, Sm};

pub fn limits(sm: &Sm, l: &Launch) -> Result<[u32; 4], LaunchError> {
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
    Ok([sm.warps / (l.threads / 32).max(1), by_registers, by_shared, sm.blocks])
}
