//! A verified module, a launch and a memory to an outcome: grid, block, warp, one match.
