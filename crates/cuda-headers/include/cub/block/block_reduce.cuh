// cub::BlockReduce: the result is thread 0's. Warps first, then thread 0 over the warps in order, as CUB does by
// default; the algorithm's name chooses nothing here.
// Next: cub/warp/warp_reduce.cuh.
#pragma once
#include <cub/warp/warp_reduce.cuh>

namespace cub {

enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS,
    BLOCK_REDUCE_WARP_REDUCTIONS_NONDETERMINISTIC
};

template <class T, int X, BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1,
          int ARCH = 0>
class BlockReduce {
    static constexpr int THREADS = X * Y * Z;
    static constexpr int WARPS = (THREADS + 31) / 32;

  public:
    struct TempStorage { T warps[WARPS]; };

    __device__ BlockReduce() : storage(own()) {}
    __device__ BlockReduce(TempStorage &given) : storage(given) {}

    template <class Op> __device__ T Reduce(T value, Op op, int valid) {
        int thread = __simt_thread(), warp = thread / 32, first = warp * 32;
        int count = valid - first, here = THREADS - first;
        value = __simt_warp_reduce<32>(value, count < here ? count : here, op,
                                       here >= 32 ? 0xffffffffu : (1u << here) - 1u);
        if (WARPS == 1) return value;
        if (thread % 32 == 0) storage.warps[warp] = value;
        __syncthreads();
        if (thread == 0)
            for (int i = 1; i < WARPS && i * 32 < valid; i++) value = op(value, storage.warps[i]);
        return value;
    }
    template <class Op> __device__ T Reduce(T value, Op op) { return Reduce(value, op, THREADS); }
    template <int N, class Op> __device__ T Reduce(T (&values)[N], Op op) {
        T value = values[0];
        for (int i = 1; i < N; i++) value = op(value, values[i]);
        return Reduce(value, op, THREADS);
    }
    __device__ T Sum(T value) { return Reduce(value, cub::Sum(), THREADS); }
    __device__ T Sum(T value, int valid) { return Reduce(value, cub::Sum(), valid); }
    template <int N> __device__ T Sum(T (&values)[N]) { return Reduce(values, cub::Sum()); }

  private:
    TempStorage &storage;
    static __device__ TempStorage &own() {
        __shared__ TempStorage shared;
        return shared;
    }
};

}  // namespace cub
