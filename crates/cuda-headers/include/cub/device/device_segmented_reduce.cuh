// cub::DeviceSegmentedReduce is with cub::DeviceReduce.
#pragma once
#include <cub/device/device_reduce.cuh>
