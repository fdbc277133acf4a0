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
    // Each warp's items among its own threads.
    template <class U> __device__ void BlockedToWarpStriped(const T (&in)[N], U (&out)[N]) {
        int thread = __simt_thread();
        for (int i = 0; i < N; i++) storage.items[thread * N + i] = in[i];
        __syncthreads();
        for (int i = 0; i < N; i++) out[i] = storage.items[striped(thread, i)];
    }
    template <class U> __device__ void WarpStripedToBlocked(const T (&in)[N], U (&out)[N]) {
        int thread = __simt_thread();
        for (int i = 0; i < N; i++) storage.items[striped(thread, i)] = in[i];
        __syncthreads();
        for (int i = 0; i < N; i++) out[i] = storage.items[thread * N + i];
    }
    __device__ void BlockedToWarpStriped(T (&items)[N]) { BlockedToWarpStriped(items, items); }
    __device__ void WarpStripedToBlocked(T (&items)[N]) { WarpStripedToBlocked(items, items); }
    template <class Rank> __device__ void ScatterToBlocked(T (&items)[N], Rank (&ranks)[N]) {
        ScatterToBlocked(items, items, ranks);
    }
    template <class Rank> __device__ void ScatterToStriped(T (&items)[N], Rank (&ranks)[N]) {
        ScatterToStriped(items, items, ranks);
    }
    // Items whose rank is below zero, or whose flag is not set, go nowhere.
    template <class U, class Rank>
    __device__ void ScatterToStripedGuarded(const T (&in)[N], U (&out)[N], Rank (&ranks)[N]) {
        int thread = __simt_thread();
        for (int i = 0; i < N; i++)
            if (ranks[i] >= 0) storage.items[ranks[i]] = in[i];
        __syncthreads();
        for (int i = 0; i < N; i++) out[i] = storage.items[i * THREADS + thread];
    }
    template <class U, class Rank, class Flag>
    __device__ void ScatterToStripedFlagged(const T (&in)[N], U (&out)[N], Rank (&ranks)[N], Flag (&valid)[N]) {
        int thread = __simt_thread();
        for (int i = 0; i < N; i++)
            if (valid[i]) storage.items[ranks[i]] = in[i];
        __syncthreads();
        for (int i = 0; i < N; i++) out[i] = storage.items[i * THREADS + thread];
    }
    __device__ void BlockedToStriped(T (&items)[N]) { BlockedToStriped(items, items); }
    __device__ void StripedToBlocked(T (&items)[N]) { StripedToBlocked(items, items); }

  private:
    static __device__ int striped(int thread, int i) {
        int warp = thread / 32, lanes = THREADS - warp * 32 < 32 ? THREADS - warp * 32 : 32;
        return warp * 32 * N + i * lanes + thread % 32;
    }
    TempStorage &storage;
    static __device__ TempStorage &own() {
        __shared__ TempStorage shared;
        return shared;
    }
};

}  // namespace cub
