// The profiler's switch: accepted, and everything is always counted.
#pragma once
#include <cuda_runtime.h>
inline cudaError_t cudaProfilerStart() { return cudaSuccess; }
inline cudaError_t cudaProfilerStop() { return cudaSuccess; }
