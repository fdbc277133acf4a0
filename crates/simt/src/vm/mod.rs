//! The run: grid, blocks, warps.
