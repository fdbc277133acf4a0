// cub::DeviceRunLengthEncode is with cub::DeviceSelect.
#pragma once
#include <cub/device/device_select.cuh>
