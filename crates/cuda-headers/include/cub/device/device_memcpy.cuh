// What does something with each item is with cub::DeviceFor.
#pragma once
#include <cub/device/device_for.cuh>
