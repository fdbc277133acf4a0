// An allocator that CUB's own keeps freed memory with; here memory goes back at once.
#pragma once
#include <cub/util_debug.cuh>
namespace cub {
struct CachingDeviceAllocator {
    static constexpr unsigned int INVALID_BIN = (unsigned int)-1;
    static constexpr size_t INVALID_SIZE = (size_t)-1;
    static constexpr int INVALID_DEVICE_ORDINAL = -1;
    unsigned int bin_growth = 8, min_bin = 3, max_bin = 7;
    bool skip_cleanup = false, debug = false;

    CachingDeviceAllocator(bool skip_cleanup = false, bool debug = false) : skip_cleanup(skip_cleanup), debug(debug) {}
    CachingDeviceAllocator(unsigned int bin_growth, unsigned int min_bin = 1, unsigned int max_bin = INVALID_BIN,
                           size_t max_cached_bytes = INVALID_SIZE, bool skip_cleanup = false)
        : bin_growth(bin_growth), min_bin(min_bin), max_bin(max_bin), skip_cleanup(skip_cleanup) {}
    cudaError_t SetMaxCachedBytes(size_t) { return cudaSuccess; }
    cudaError_t DeviceAllocate(void **to, size_t bytes, cudaStream_t stream = 0) { return cudaMalloc(to, bytes); }
    cudaError_t DeviceAllocate(int device, void **to, size_t bytes, cudaStream_t stream = 0) { return cudaMalloc(to, bytes); }
    cudaError_t DeviceFree(void *at) { return cudaFree(at); }
    cudaError_t DeviceFree(int device, void *at) { return cudaFree(at); }
    cudaError_t FreeAllCached() { return cudaSuccess; }
};
}  // namespace cub
