// What sees the items beside its own is with cub::BlockDiscontinuity.
#pragma once
#include <cub/block/block_discontinuity.cuh>
