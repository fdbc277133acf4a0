// cub::BlockRadixSort: a block's keys, and values with them, in order; stable, a bit at a time.
// Next: cub/device/device_radix_sort.cuh.
#pragma once
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_scan.cuh>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace cub {

// A key's bits so that unsigned order is the key's order, and the bits a key of the type has.
#define SIMT_RADIX_UNSIGNED(T) inline __host__ __device__ unsigned long long __simt_radix(T key) { return key; }
SIMT_RADIX_UNSIGNED(bool)
SIMT_RADIX_UNSIGNED(unsigned char)
SIMT_RADIX_UNSIGNED(unsigned short)
SIMT_RADIX_UNSIGNED(unsigned int)
SIMT_RADIX_UNSIGNED(unsigned long)
SIMT_RADIX_UNSIGNED(unsigned long long)
#undef SIMT_RADIX_UNSIGNED
#define SIMT_RADIX_SIGNED(T, U)                                                                                        \
    inline __host__ __device__ unsigned long long __simt_radix(T key) {                                                \
        return (U)((U)key ^ (U)((U)1 << (sizeof(T) * 8 - 1)));                                                         \
    }
SIMT_RADIX_SIGNED(char, unsigned char)
SIMT_RADIX_SIGNED(signed char, unsigned char)
SIMT_RADIX_SIGNED(short, unsigned short)
SIMT_RADIX_SIGNED(int, unsigned int)
SIMT_RADIX_SIGNED(long, unsigned long)
SIMT_RADIX_SIGNED(long long, unsigned long long)
#undef SIMT_RADIX_SIGNED
inline __host__ __device__ unsigned long long __simt_radix(float key) {
    unsigned int bits = __float_as_uint(key);
    if (bits == 0x80000000u) bits = 0;
    return (bits & 0x80000000u) ? ~bits : bits | 0x80000000u;
}
inline __host__ __device__ unsigned long long __simt_radix(__half key) {
    unsigned int bits = __half_as_ushort(key);
    if (bits == 0x8000u) bits = 0;
    return ((bits & 0x8000u) ? ~bits : bits | 0x8000u) & 0xffffu;
}
inline __host__ __device__ unsigned long long __simt_radix(__nv_bfloat16 key) {
    unsigned int bits = __bfloat16_as_ushort(key);
    if (bits == 0x8000u) bits = 0;
    return ((bits & 0x8000u) ? ~bits : bits | 0x8000u) & 0xffffu;
}
inline __host__ __device__ unsigned long long __simt_radix(double key) {
    unsigned long long bits = (unsigned long long)__double_as_longlong(key), top = 1ull << 63;
    if (bits == top) bits = 0;
    return (bits & top) ? ~bits : bits | top;
}

template <class K, int X, int N, class V = NullType, int RADIX_BITS = 4, bool MEMOIZE = true,
          BlockScanAlgorithm SCAN = BLOCK_SCAN_WARP_SCANS, int CONFIG = 0, int Y = 1, int Z = 1, int ARCH = 0>
class BlockRadixSort {
    static constexpr int THREADS = X * Y * Z;
    typedef BlockScan<int, X, BLOCK_SCAN_WARP_SCANS, Y, Z> Scan;

  public:
    struct TempStorage {
        typename Scan::TempStorage scan;
        K keys[THREADS * N];
        V values[THREADS * N];
    };

    __device__ BlockRadixSort() : storage(own()) {}
    __device__ BlockRadixSort(TempStorage &given) : storage(given) {}

    __device__ void Sort(K (&keys)[N], int begin = 0, int end = sizeof(K) * 8) {
        V none[N];
        sort(keys, none, begin, end, false);
    }
    __device__ void Sort(K (&keys)[N], V (&values)[N], int begin = 0, int end = sizeof(K) * 8) {
        sort(keys, values, begin, end, false);
    }
    __device__ void SortDescending(K (&keys)[N], int begin = 0, int end = sizeof(K) * 8) {
        V none[N];
        sort(keys, none, begin, end, true);
    }
    __device__ void SortDescending(K (&keys)[N], V (&values)[N], int begin = 0, int end = sizeof(K) * 8) {
        sort(keys, values, begin, end, true);
    }
    __device__ void SortBlockedToStriped(K (&keys)[N], int begin = 0, int end = sizeof(K) * 8) {
        Sort(keys, begin, end);
        stripe(keys, storage.keys);
    }
    __device__ void SortBlockedToStriped(K (&keys)[N], V (&values)[N], int begin = 0, int end = sizeof(K) * 8) {
        Sort(keys, values, begin, end);
        stripe(keys, storage.keys);
        stripe(values, storage.values);
    }
    __device__ void SortDescendingBlockedToStriped(K (&keys)[N], int begin = 0, int end = sizeof(K) * 8) {
        SortDescending(keys, begin, end);
        stripe(keys, storage.keys);
    }
    __device__ void SortDescendingBlockedToStriped(K (&keys)[N], V (&values)[N], int begin = 0,
                                                   int end = sizeof(K) * 8) {
        SortDescending(keys, values, begin, end);
        stripe(keys, storage.keys);
        stripe(values, storage.values);
    }

  private:
    TempStorage &storage;
    static __device__ TempStorage &own() {
        __shared__ TempStorage shared;
        return shared;
    }
    template <class T> __device__ void stripe(T (&items)[N], T *shared) {
        int thread = __simt_thread();
        __syncthreads();
        for (int i = 0; i < N; i++) shared[thread * N + i] = items[i];
        __syncthreads();
        for (int i = 0; i < N; i++) items[i] = shared[i * THREADS + thread];
    }
    // Zeros before ones, then the next bit.
    __device__ void sort(K (&keys)[N], V (&values)[N], int begin, int end, bool down) {
        int thread = __simt_thread();
        for (int bit = begin; bit < end; bit++) {
            int zeros = 0, before = 0, all = 0;
            unsigned int ones = 0;
            for (int i = 0; i < N; i++) {
                unsigned int one = (unsigned int)(__simt_radix(keys[i]) >> bit & 1ull) ^ (down ? 1u : 0u);
                ones |= one << i;
                zeros += 1 - (int)one;
            }
            Scan(storage.scan).ExclusiveSum(zeros, before, all);
            int zero = before, one = all + thread * N - before;
            for (int i = 0; i < N; i++) {
                int to = (ones >> i & 1u) ? one++ : zero++;
                storage.keys[to] = keys[i];
                storage.values[to] = values[i];
            }
            __syncthreads();
            for (int i = 0; i < N; i++) {
                keys[i] = storage.keys[thread * N + i];
                values[i] = storage.values[thread * N + i];
            }
            __syncthreads();
        }
    }
};

}  // namespace cub
