// cub::WarpMergeSort is with cub::BlockMergeSort.
#pragma once
#include <cub/block/block_merge_sort.cuh>
