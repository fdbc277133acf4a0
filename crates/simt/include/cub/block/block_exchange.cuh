// cub::BlockExchange: items change threads by way of shared memory: neighbouring items to every block-th and back.
// Next: cub/block/block_radix_sort.cuh.
#pragma once
#include <cub/thread/thread_operators.cuh>

namespace cub {

template <class T, int X, int N, bool SLICED = false, int Y = 1, int Z = 1, int ARCH = 0> class BlockExchange {
    static constexpr int THREADS = X * Y * Z;

  public:
    struct TempStorage { T items[THREADS * N]; };

    __device__ BlockExchange() : storage(own()) {}
    __device__ BlockExchange(TempStorage &given) : storage(given) {}

    template <class U> __device__ void BlockedToStriped(const T (&in)[N], U (&out)[N]) {
        int thread = __simt_thread();
        for (int i = 0; i < N; i++) storage.items[thread * N + i] = in[i];
        __syncthreads();
        for (int i = 0; i < N; i++) out[i] = storage.items[i * THREADS + thread];
    }
    template <class U> __device__ void StripedToBlocked(const T (&in)[N], U (&out)[N]) {
        int thread = __simt_thread();
        for (int i = 0; i < N; i++) storage.items[i * THREADS + thread] = in[i];
        __syncthreads();
        for (int i = 0; i < N; i++) out[i] = storage.items[thread * N + i];
    }
    template <class U, class Rank>
    __device__ void ScatterToBlocked(const T (&in)[N], U (&out)[N], Rank (&ranks)[N]) {
        int thread = __simt_thread();
        for (int i = 0; i < N; i++) storage.items[ranks[i]] = in[i];
        __syncthreads();
        for (int i = 0; i < N; i++) out[i] = storage.items[thread * N + i];
    }
    template <class U, class Rank>
    __device__ void ScatterToStriped(const T (&in)[N], U (&out)[N], Rank (&ranks)[N]) {
        int thread = __simt_thread();
        for (int i = 0; i < N; i++) storage.items[ranks[i]] = in[i];
        __syncthreads();
        for (int i = 0; i < N; i++) out[i] = storage.items[i * THREADS + thread];
    }
    __device__ void BlockedToStriped(T (&items)[N]) { BlockedToStriped(items, items); }
    __device__ void StripedToBlocked(T (&items)[N]) { StripedToBlocked(items, items); }

  private:
    TempStorage &storage;
    static __device__ TempStorage &own() {
        __shared__ TempStorage shared;
        return shared;
    }
};

}  // namespace cub
