// cub::BlockLoad: a tile of memory into each thread's items: neighbouring items a thread, or for BLOCK_LOAD_STRIPED
// every block-th. The other algorithms differ on hardware in how the traffic goes, not in what arrives.
// Next: cub/block/block_store.cuh.
#pragma once
#include <cub/thread/thread_operators.cuh>

namespace cub {

enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int X, int N, BlockLoadAlgorithm ALGORITHM = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int ARCH = 0>
class BlockLoad {
    static __device__ int place(int i) {
        int thread = __simt_thread();
        return ALGORITHM == BLOCK_LOAD_STRIPED ? i * (X * Y * Z) + thread : thread * N + i;
    }

  public:
    struct TempStorage { char none; };
    __device__ BlockLoad() {}
    __device__ BlockLoad(TempStorage &storage) {}

    template <class In> __device__ void Load(In in, T (&items)[N]) {
#pragma unroll
        for (int i = 0; i < N; i++) items[i] = in[place(i)];
    }
    template <class In> __device__ void Load(In in, T (&items)[N], int valid) {
#pragma unroll
        for (int i = 0; i < N; i++)
            if (place(i) < valid) items[i] = in[place(i)];
    }
    template <class In, class Default> __device__ void Load(In in, T (&items)[N], int valid, Default otherwise) {
#pragma unroll
        for (int i = 0; i < N; i++) {
            items[i] = otherwise;
            if (place(i) < valid) items[i] = in[place(i)];
        }
    }
};

template <int THREADS, class T, int N, class In>
__device__ void LoadDirectStriped(int thread, In in, T (&items)[N], int valid) {
    for (int i = 0; i < N; i++)
        if (i * THREADS + thread < valid) items[i] = in[i * THREADS + thread];
}
template <class T, int N, class In> __device__ void LoadDirectWarpStriped(int thread, In in, T (&items)[N]) {
    for (int i = 0; i < N; i++) items[i] = in[thread / 32 * 32 * N + i * 32 + thread % 32];
}
template <class T, int N, class In> __device__ void LoadDirectBlocked(int thread, In in, T (&items)[N]) {
    for (int i = 0; i < N; i++) items[i] = in[thread * N + i];
}
template <class T, int N, class In> __device__ void LoadDirectBlocked(int thread, In in, T (&items)[N], int valid) {
    for (int i = 0; i < N; i++)
        if (thread * N + i < valid) items[i] = in[thread * N + i];
}
template <int THREADS, class T, int N, class In> __device__ void LoadDirectStriped(int thread, In in, T (&items)[N]) {
    for (int i = 0; i < N; i++) items[i] = in[i * THREADS + thread];
}

}  // namespace cub
