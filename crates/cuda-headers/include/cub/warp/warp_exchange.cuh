// cub::WarpExchange, WarpLoad and WarpStore: a warp's items in blocks or in stripes.
// Next: cub/block/block_exchange.cuh.
#pragma once
#include <cub/thread/thread_operators.cuh>

namespace cub {

enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };
template <class T, int N, int WIDTH = 32, WarpExchangeAlgorithm ALGORITHM = WARP_EXCHANGE_SMEM> class WarpExchange {
    static __device__ int lane() { return __simt_thread() & (WIDTH - 1); }

  public:
    struct TempStorage { T items[WIDTH * N]; };
    __device__ WarpExchange(TempStorage &given) : storage(given) {}

    template <class U> __device__ void BlockedToStriped(const T (&in)[N], U (&out)[N]) {
        for (int i = 0; i < N; i++) storage.items[lane() * N + i] = in[i];
        __syncwarp();
        for (int i = 0; i < N; i++) out[i] = storage.items[i * WIDTH + lane()];
        __syncwarp();
    }
    template <class U> __device__ void StripedToBlocked(const T (&in)[N], U (&out)[N]) {
        for (int i = 0; i < N; i++) storage.items[i * WIDTH + lane()] = in[i];
        __syncwarp();
        for (int i = 0; i < N; i++) out[i] = storage.items[lane() * N + i];
        __syncwarp();
    }
    template <class U, class Rank> __device__ void ScatterToStriped(const T (&in)[N], U (&out)[N], Rank (&ranks)[N]) {
        for (int i = 0; i < N; i++) storage.items[ranks[i]] = in[i];
        __syncwarp();
        for (int i = 0; i < N; i++) out[i] = storage.items[i * WIDTH + lane()];
        __syncwarp();
    }
    template <class Rank> __device__ void ScatterToStriped(T (&items)[N], Rank (&ranks)[N]) {
        ScatterToStriped(items, items, ranks);
    }

  private:
    TempStorage &storage;
};

enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
template <class T, int N, WarpLoadAlgorithm ALGORITHM = WARP_LOAD_DIRECT, int WIDTH = 32> class WarpLoad {
    static __device__ int place(int i) {
        int lane = __simt_thread() & (WIDTH - 1);
        return ALGORITHM == WARP_LOAD_STRIPED ? i * WIDTH + lane : lane * N + i;
    }

  public:
    struct TempStorage { char none; };
    __device__ WarpLoad() {}
    __device__ WarpLoad(TempStorage &storage) {}
    template <class In> __device__ void Load(In in, T (&items)[N]) {
        for (int i = 0; i < N; i++) items[i] = in[place(i)];
    }
    template <class In> __device__ void Load(In in, T (&items)[N], int valid) {
        for (int i = 0; i < N; i++)
            if (place(i) < valid) items[i] = in[place(i)];
    }
    template <class In, class Default> __device__ void Load(In in, T (&items)[N], int valid, Default otherwise) {
        for (int i = 0; i < N; i++) {
            items[i] = otherwise;
            if (place(i) < valid) items[i] = in[place(i)];
        }
    }
};
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };
template <class T, int N, WarpStoreAlgorithm ALGORITHM = WARP_STORE_DIRECT, int WIDTH = 32> class WarpStore {
    static __device__ int place(int i) {
        int lane = __simt_thread() & (WIDTH - 1);
        return ALGORITHM == WARP_STORE_STRIPED ? i * WIDTH + lane : lane * N + i;
    }

  public:
    struct TempStorage { char none; };
    __device__ WarpStore() {}
    __device__ WarpStore(TempStorage &storage) {}
    template <class Out> __device__ void Store(Out out, T (&items)[N]) {
        for (int i = 0; i < N; i++) out[place(i)] = items[i];
    }
    template <class Out> __device__ void Store(Out out, T (&items)[N], int valid) {
        for (int i = 0; i < N; i++)
            if (place(i) < valid) out[place(i)] = items[i];
    }
};

}  // namespace cub
