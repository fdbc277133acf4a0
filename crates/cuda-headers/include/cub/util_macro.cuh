// CUB's small things are together.
#pragma once
#include <cub/thread/thread_load.cuh>
#include <cub/util_debug.cuh>
#include <cub/version.cuh>
