// cub::WarpReduce: the result is lane 0's. Steps of 1, 2, 4, … as CUB takes them, so floats add in its order.
// Next: cub/block/block_reduce.cuh.
#pragma once
#include <cub/thread/thread_operators.cuh>

namespace cub {

// Of the first `count` of `width` neighbouring lanes.
template <int width, class T, class Op> __device__ T __simt_warp_reduce(T value, int count, Op op, unsigned int mask) {
    int lane = __simt_thread() & (width - 1);
    for (int by = 1; by < width; by *= 2) {
        T other = __simt_shfl_down_sync(value, by, mask);
        if (lane + by < count && lane + by < width) value = op(value, other);
    }
    return value;
}

template <class T, int WIDTH = 32, int ARCH = 0> class WarpReduce {
    static __device__ unsigned int lanes() {
        return WIDTH == 32 ? 0xffffffffu
                           : ((1u << (WIDTH & 31)) - 1u) << ((__simt_thread() & 31) & ~(WIDTH - 1));
    }

  public:
    struct TempStorage { char none; };
    __device__ WarpReduce() {}
    __device__ WarpReduce(TempStorage &storage) {}

    template <class Op> __device__ T Reduce(T value, Op op) {
        return __simt_warp_reduce<WIDTH>(value, WIDTH, op, lanes() & __activemask());
    }
    template <class Op> __device__ T Reduce(T value, Op op, int valid) {
        return __simt_warp_reduce<WIDTH>(value, valid, op, lanes() & __activemask());
    }
    __device__ T Sum(T value) { return Reduce(value, cub::Sum()); }
    __device__ T Sum(T value, int valid) { return Reduce(value, cub::Sum(), valid); }
    __device__ T Max(T value) { return Reduce(value, cub::Max()); }
    __device__ T Min(T value) { return Reduce(value, cub::Min()); }
};

}  // namespace cub
