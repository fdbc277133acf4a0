// cub::BlockHistogram: counts of small numbers in shared memory, by atomics.
// Next: cub/device/device_histogram.cuh.
#pragma once
#include <cub/thread/thread_operators.cuh>

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

template <class T, int X, int N, int BINS, BlockHistogramAlgorithm ALGORITHM = BLOCK_HISTO_SORT, int Y = 1, int Z = 1,
          int ARCH = 0>
class BlockHistogram {
  public:
    struct TempStorage { char none; };
    __device__ BlockHistogram() {}
    __device__ BlockHistogram(TempStorage &storage) {}

    template <class Count> __device__ void InitHistogram(Count *counts) {
        for (int i = __simt_thread(); i < BINS; i += X * Y * Z) counts[i] = 0;
    }
    template <class Count> __device__ void Composite(T (&items)[N], Count *counts) {
        for (int i = 0; i < N; i++) atomicAdd(counts + items[i], (Count)1);
    }
    template <class Count> __device__ void Histogram(T (&items)[N], Count *counts) {
        InitHistogram(counts);
        __syncthreads();
        Composite(items, counts);
    }
};

}  // namespace cub
