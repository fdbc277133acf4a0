// cub::DeviceRadixSort: an array's keys, and values with them, in order; stable. One block takes eight bits at a time:
// counts them, then moves tile after tile to where the counts say.
// Next: cub/block/block_radix_sort.cuh for the order of keys.
#pragma once
#include <cub/block/block_radix_sort.cuh>

namespace cub {

template <class T> struct DoubleBuffer {
    T *d_buffers[2];
    int selector;
    __host__ __device__ DoubleBuffer() : selector(0) {}
    __host__ __device__ DoubleBuffer(T *current, T *alternate) : selector(0) {
        d_buffers[0] = current;
        d_buffers[1] = alternate;
    }
    __host__ __device__ T *Current() { return d_buffers[selector]; }
    __host__ __device__ T *Alternate() { return d_buffers[selector ^ 1]; }
};

template <class K, class V>
__global__ void __simt_radix_pass(const K *keys, K *keys_out, const V *values, V *values_out, long long n, int bit,
                                  int bits, bool down) {
    __shared__ unsigned int place[256];
    __shared__ unsigned int warps[8][256];
    typedef BlockScan<unsigned int, 256> Scan;
    __shared__ typename Scan::TempStorage scan;
    unsigned int thread = threadIdx.x, warp = thread / 32, lane = thread % 32, low = (1u << bits) - 1u;
    place[thread] = 0;
    __syncthreads();
    for (long long i = thread; i < n; i += 256) {
        unsigned int digit = (unsigned int)(__simt_radix(keys[i]) >> bit) & low;
        atomicAdd(&place[down ? low - digit : digit], 1u);
    }
    __syncthreads();
    unsigned int before = 0;
    Scan(scan).ExclusiveSum(place[thread], before);
    __syncthreads();
    place[thread] = before;
    for (long long base = 0; base < n; base += 256) {
        long long i = base + thread;
        for (int w = 0; w < 8; w++) warps[w][thread] = 0;
        __syncthreads();
        unsigned int digit = 256, peers = 0;
        K key = keys[i < n ? i : 0];
        if (i < n) {
            digit = (unsigned int)(__simt_radix(key) >> bit) & low;
            if (down) digit = low - digit;
        }
        peers = __match_any_sync(0xffffffffu, digit);
        unsigned int rank = (unsigned int)__popc(peers & ((1u << lane) - 1u));
        if (i < n && rank == 0) warps[warp][digit] = (unsigned int)__popc(peers);
        __syncthreads();
        unsigned int running = place[thread];
        for (int w = 0; w < 8; w++) {
            unsigned int count = warps[w][thread];
            warps[w][thread] = running;
            running += count;
        }
        place[thread] = running;
        __syncthreads();
        if (i < n) {
            unsigned int to = warps[warp][digit] + rank;
            keys_out[to] = key;
            if (values) values_out[to] = values[i];
        }
        __syncthreads();
    }
}
template <class T> __global__ void __simt_copy_array(const T *from, T *to, long long n) {
    for (long long i = blockIdx.x * 256ll + threadIdx.x; i < n; i += gridDim.x * 256ll) to[i] = from[i];
}

// Passes go between the output and a spare array, so that the last one ends in the output.
template <class K, class V>
cudaError_t __simt_radix_sort(void *storage, size_t &bytes, const K *keys, K *keys_out, const V *values, V *values_out,
                              long long n, int begin, int end, bool down, cudaStream_t stream) {
    size_t key_bytes = (sizeof(K) * (size_t)n + 255) / 256 * 256 + 256;
    if (!storage) {
        bytes = key_bytes + (values ? sizeof(V) * (size_t)n : 0) + 256;
        return cudaSuccess;
    }
    if (n <= 0) return cudaSuccess;
    K *spare = (K *)storage;
    V *spare_values = (V *)((char *)storage + key_bytes);
    int passes = (end - begin + 7) / 8, left = passes;
    for (int bit = begin; bit < end; bit += 8, left--) {
        bool last = left % 2 == 1;
        const K *from = bit == begin ? keys : last ? spare : keys_out;
        const V *from_values = !values ? (const V *)0 : bit == begin ? values : last ? spare_values : values_out;
        int bits = end - bit < 8 ? end - bit : 8;
        __simt_radix_pass<<<1, 256, 0, stream>>>(from, last ? keys_out : spare, from_values,
                                                 last ? values_out : spare_values, n, bit, bits, down);
    }
    if (passes == 0) {
        __simt_copy_array<<<1, 256, 0, stream>>>(keys, keys_out, n);
        if (values) __simt_copy_array<<<1, 256, 0, stream>>>(values, values_out, n);
    }
    return cudaPeekAtLastError();
}

struct DeviceRadixSort {
    template <class K, class N>
    static cudaError_t SortKeys(void *storage, size_t &bytes, const K *in, K *out, N n, int begin = 0,
                                int end = sizeof(K) * 8, cudaStream_t stream = 0) {
        return __simt_radix_sort(storage, bytes, in, out, (const char *)0, (char *)0, (long long)n, begin, end, false,
                                 stream);
    }
    template <class K, class N>
    static cudaError_t SortKeysDescending(void *storage, size_t &bytes, const K *in, K *out, N n, int begin = 0,
                                          int end = sizeof(K) * 8, cudaStream_t stream = 0) {
        return __simt_radix_sort(storage, bytes, in, out, (const char *)0, (char *)0, (long long)n, begin, end, true,
                                 stream);
    }
    template <class K, class V, class N>
    static cudaError_t SortPairs(void *storage, size_t &bytes, const K *in, K *out, const V *values, V *values_out,
                                 N n, int begin = 0, int end = sizeof(K) * 8, cudaStream_t stream = 0) {
        return __simt_radix_sort(storage, bytes, in, out, values, values_out, (long long)n, begin, end, false, stream);
    }
    template <class K, class V, class N>
    static cudaError_t SortPairsDescending(void *storage, size_t &bytes, const K *in, K *out, const V *values,
                                           V *values_out, N n, int begin = 0, int end = sizeof(K) * 8,
                                           cudaStream_t stream = 0) {
        return __simt_radix_sort(storage, bytes, in, out, values, values_out, (long long)n, begin, end, true, stream);
    }
    template <class K, class N>
    static cudaError_t SortKeys(void *storage, size_t &bytes, DoubleBuffer<K> &keys, N n, int begin = 0,
                                int end = sizeof(K) * 8, cudaStream_t stream = 0) {
        cudaError_t error = SortKeys(storage, bytes, keys.Current(), keys.Alternate(), n, begin, end, stream);
        if (storage) keys.selector ^= 1;
        return error;
    }
    template <class K, class N>
    static cudaError_t SortKeysDescending(void *storage, size_t &bytes, DoubleBuffer<K> &keys, N n, int begin = 0,
                                          int end = sizeof(K) * 8, cudaStream_t stream = 0) {
        cudaError_t error = SortKeysDescending(storage, bytes, keys.Current(), keys.Alternate(), n, begin, end, stream);
        if (storage) keys.selector ^= 1;
        return error;
    }
    template <class K, class V, class N>
    static cudaError_t SortPairsDescending(void *storage, size_t &bytes, DoubleBuffer<K> &keys, DoubleBuffer<V> &values,
                                           N n, int begin = 0, int end = sizeof(K) * 8, cudaStream_t stream = 0) {
        cudaError_t error = SortPairsDescending(storage, bytes, keys.Current(), keys.Alternate(), values.Current(),
                                                values.Alternate(), n, begin, end, stream);
        if (storage) {
            keys.selector ^= 1;
            values.selector ^= 1;
        }
        return error;
    }
    template <class K, class V, class N>
    static cudaError_t SortPairs(void *storage, size_t &bytes, DoubleBuffer<K> &keys, DoubleBuffer<V> &values, N n,
                                 int begin = 0, int end = sizeof(K) * 8, cudaStream_t stream = 0) {
        cudaError_t error = SortPairs(storage, bytes, keys.Current(), keys.Alternate(), values.Current(),
                                      values.Alternate(), n, begin, end, stream);
        if (storage) {
            keys.selector ^= 1;
            values.selector ^= 1;
        }
        return error;
    }
};

}  // namespace cub
