// Sorting by segments and merging are with DeviceMergeSort.
#pragma once
#include <cub/device/device_merge_sort.cuh>
