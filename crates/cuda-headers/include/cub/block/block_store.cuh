// cub::BlockStore: each thread's items into a tile of memory, arranged as BlockLoad's.
// Next: cub/block/block_load.cuh.
#pragma once
#include <cub/thread/thread_operators.cuh>

namespace cub {

enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int X, int N, BlockStoreAlgorithm ALGORITHM = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int ARCH = 0>
class BlockStore {
    static __device__ int place(int i) {
        int thread = __simt_thread();
        return ALGORITHM == BLOCK_STORE_STRIPED ? i * (X * Y * Z) + thread : thread * N + i;
    }

  public:
    struct TempStorage { char none; };
    __device__ BlockStore() {}
    __device__ BlockStore(TempStorage &storage) {}

    template <class Out> __device__ void Store(Out out, T (&items)[N]) {
#pragma unroll
        for (int i = 0; i < N; i++) out[place(i)] = items[i];
    }
    template <class Out> __device__ void Store(Out out, T (&items)[N], int valid) {
#pragma unroll
        for (int i = 0; i < N; i++)
            if (place(i) < valid) out[place(i)] = items[i];
    }
};

template <class T, int N, class Out> __device__ void StoreDirectBlocked(int thread, Out out, T (&items)[N]) {
    for (int i = 0; i < N; i++) out[thread * N + i] = items[i];
}
template <class T, int N, class Out> __device__ void StoreDirectBlocked(int thread, Out out, T (&items)[N], int valid) {
    for (int i = 0; i < N; i++)
        if (thread * N + i < valid) out[thread * N + i] = items[i];
}
template <class T, int N, class Out> __device__ void StoreDirectWarpStriped(int thread, Out out, T (&items)[N]) {
    for (int i = 0; i < N; i++) out[thread / 32 * 32 * N + i * 32 + thread % 32] = items[i];
}
template <int THREADS, class T, int N, class Out>
__device__ void StoreDirectStriped(int thread, Out out, T (&items)[N]) {
    for (int i = 0; i < N; i++) out[i * THREADS + thread] = items[i];
}
template <int THREADS, class T, int N, class Out>
__device__ void StoreDirectStriped(int thread, Out out, T (&items)[N], int valid) {
    for (int i = 0; i < N; i++)
        if (i * THREADS + thread < valid) out[i * THREADS + thread] = items[i];
}

}  // namespace cub
