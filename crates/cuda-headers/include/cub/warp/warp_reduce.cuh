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

    static __device__ int lane() { return __simt_thread() & (WIDTH - 1); }
    static __device__ int first() { return __simt_thread() & 31 & ~(WIDTH - 1); }
    // Up to, not with, the lane that the lowest bit names, counted from this one.
    template <class Op> __device__ T segment(T value, unsigned int ends, Op op) {
        int end = ends ? lane() + __ffs(ends) - 1 : WIDTH;
        if (end > WIDTH) end = WIDTH;
        for (int by = 1; by < WIDTH; by *= 2) {
            T other = __simt_shfl_down_sync(value, by, lanes() & __activemask());
            if (lane() + by < end) value = op(value, other);
        }
        return value;
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
    // Each segment begins at a lane with a flag, or ends at one: its first lane has the result.
    template <class F, class Op> __device__ T HeadSegmentedReduce(T value, F head, Op op) {
        unsigned int heads = __ballot_sync(lanes() & __activemask(), head ? 1 : 0) >> first();
        return segment(value, (lane() + 1 < 32 ? heads >> (lane() + 1) : 0u) << 1, op);
    }
    template <class F, class Op> __device__ T TailSegmentedReduce(T value, F tail, Op op) {
        unsigned int tails = __ballot_sync(lanes() & __activemask(), tail ? 1 : 0) >> first();
        return segment(value, lane() + 1 < 32 ? (tails >> lane()) << 1 : (tails >> 31) << 1, op);
    }
    template <class F> __device__ T HeadSegmentedSum(T value, F head) {
        return HeadSegmentedReduce(value, head, cub::Sum());
    }
    template <class F> __device__ T TailSegmentedSum(T value, F tail) {
        return TailSegmentedReduce(value, tail, cub::Sum());
    }
    __device__ T Max(T value) { return Reduce(value, cub::Max()); }
    __device__ T Min(T value) { return Reduce(value, cub::Min()); }
};

}  // namespace cub
