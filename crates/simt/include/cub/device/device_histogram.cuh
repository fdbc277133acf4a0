// cub::DeviceHistogram: counts of samples in even bins, or in bins of given bounds.
// Next: cub/block/block_histogram.cuh.
#pragma once
#include <cub/thread/thread_operators.cuh>

namespace cub {

template <class In, class Count, class Level>
__global__ void __simt_even(In in, Count *counts, int bins, Level low, Level high, long long n) {
    for (long long i = threadIdx.x; i < bins; i += 256) counts[i] = 0;
    __syncthreads();
    for (long long i = threadIdx.x; i < n; i += 256) {
        Level sample = (Level)in[i];
        if (sample >= low && sample < high) {
            int bin = (int)((double)(sample - low) * bins / (double)(high - low));
            atomicAdd(counts + (bin < bins ? bin : bins - 1), (Count)1);
        }
    }
}
template <class In, class Count, class Level>
__global__ void __simt_ranges(In in, Count *counts, int bins, const Level *levels, long long n) {
    for (long long i = threadIdx.x; i < bins; i += 256) counts[i] = 0;
    __syncthreads();
    for (long long i = threadIdx.x; i < n; i += 256) {
        int bin = -1;
        for (int b = 0; b < bins; b++)
            if (in[i] >= levels[b] && in[i] < levels[b + 1]) bin = b;
        if (bin >= 0) atomicAdd(counts + bin, (Count)1);
    }
}
struct DeviceHistogram {
    template <class In, class Count, class Level, class N>
    static cudaError_t HistogramEven(void *storage, size_t &bytes, In in, Count *counts, int levels, Level low,
                                     Level high, N n, cudaStream_t stream = 0) {
        if (!storage) {
            bytes = 1;
            return cudaSuccess;
        }
        __simt_even<<<1, 256, 0, stream>>>(in, counts, levels - 1, low, high, (long long)n);
        return cudaPeekAtLastError();
    }
    template <class In, class Count, class Level, class N>
    static cudaError_t HistogramRange(void *storage, size_t &bytes, In in, Count *counts, int levels,
                                      const Level *bounds, N n, cudaStream_t stream = 0) {
        if (!storage) {
            bytes = 1;
            return cudaSuccess;
        }
        __simt_ranges<<<1, 256, 0, stream>>>(in, counts, levels - 1, bounds, (long long)n);
        return cudaPeekAtLastError();
    }
};

}  // namespace cub
