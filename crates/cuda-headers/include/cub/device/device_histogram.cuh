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
// Of rows whose pixels have `channels` samples, the first `active` of which are counted, each in a histogram of its own.
template <class In> struct __simt_channel {
    typedef typename __simt_value_of<In>::type value_type;
    In in;
    long long pixels, row, channels, which;
    __host__ __device__ value_type operator[](long long i) const {
        return in[i / pixels * row + i % pixels * channels + which];
    }
};
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
    // A picture's part: so many samples of each row, which lie `stride` bytes apart.
    template <class In, class Count, class Level, class N>
    static cudaError_t HistogramEven(void *storage, size_t &bytes, In in, Count *counts, int levels, Level low, Level high,
                                     N samples, N rows, size_t stride, cudaStream_t stream = 0) {
        __simt_channel<In> part = {in, (long long)samples, step<In>(stride), 1, 0};
        return HistogramEven(storage, bytes, part, counts, levels, low, high, (long long)samples * rows, stream);
    }
    template <class In, class Count, class Level, class N>
    static cudaError_t HistogramRange(void *storage, size_t &bytes, In in, Count *counts, int levels,
                                      const Level *bounds, N samples, N rows, size_t stride, cudaStream_t stream = 0) {
        __simt_channel<In> part = {in, (long long)samples, step<In>(stride), 1, 0};
        return HistogramRange(storage, bytes, part, counts, levels, bounds, (long long)samples * rows, stream);
    }
    template <int CHANNELS, int ACTIVE, class In, class Counts, class Levels, class Low, class N>
    static cudaError_t MultiHistogramEven(void *storage, size_t &bytes, In in, Counts &&counts, Levels &&levels,
                                          Low &&low, Low &&high, N pixels, cudaStream_t stream = 0) {
        return MultiHistogramEven<CHANNELS, ACTIVE>(storage, bytes, in, counts, levels, low, high, pixels, (N)1,
                                                    (size_t)pixels * CHANNELS * sizeof(typename __simt_value_of<In>::type),
                                                    stream);
    }
    template <int CHANNELS, int ACTIVE, class In, class Counts, class Levels, class Low, class N>
    static cudaError_t MultiHistogramEven(void *storage, size_t &bytes, In in, Counts &&counts, Levels &&levels,
                                          Low &&low, Low &&high, N pixels, N rows, size_t stride,
                                          cudaStream_t stream = 0) {
        cudaError_t error = cudaSuccess;
        for (int c = 0; c < ACTIVE && error == cudaSuccess; c++) {
            __simt_channel<In> part = {in, (long long)pixels, step<In>(stride), CHANNELS, c};
            error = HistogramEven(storage, bytes, part, counts[c], levels[c], low[c], high[c], (long long)pixels * rows,
                                  stream);
        }
        return error;
    }
    template <int CHANNELS, int ACTIVE, class In, class Counts, class Levels, class Bounds, class N>
    static cudaError_t MultiHistogramRange(void *storage, size_t &bytes, In in, Counts &&counts, Levels &&levels,
                                           Bounds &&bounds, N pixels, cudaStream_t stream = 0) {
        cudaError_t error = cudaSuccess;
        for (int c = 0; c < ACTIVE && error == cudaSuccess; c++) {
            __simt_channel<In> part = {in, (long long)pixels, (long long)pixels * CHANNELS, CHANNELS, c};
            error = HistogramRange(storage, bytes, part, counts[c], levels[c], bounds[c], (long long)pixels, stream);
        }
        return error;
    }

  private:
    template <class In> static long long step(size_t stride) {
        return (long long)(stride / sizeof(typename __simt_value_of<In>::type));
    }
};

}  // namespace cub
