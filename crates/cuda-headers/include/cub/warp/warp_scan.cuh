// cub::WarpScan: running results over the lanes of a warp, in order.
// Next: cub/block/block_scan.cuh.
#pragma once
#include <cub/thread/thread_operators.cuh>

namespace cub {

template <int width, class T, class Op> __device__ T __simt_warp_scan(T value, Op op, unsigned int mask) {
    int lane = __simt_thread() & (width - 1);
    for (int by = 1; by < width; by *= 2) {
        T before = __simt_shfl_up_sync(value, by, mask);
        if (lane >= by) value = op(before, value);
    }
    return value;
}

template <class T, int WIDTH = 32, int ARCH = 0> class WarpScan {
    static __device__ unsigned int lanes() {
        return WIDTH == 32 ? 0xffffffffu
                           : ((1u << (WIDTH & 31)) - 1u) << ((__simt_thread() & 31) & ~(WIDTH - 1));
    }
    static __device__ int lane() { return __simt_thread() & (WIDTH - 1); }
    static __device__ int last() { return (__simt_thread() & 31 & ~(WIDTH - 1)) + WIDTH - 1; }

  public:
    struct TempStorage { char none; };
    __device__ WarpScan() {}
    __device__ WarpScan(TempStorage &storage) {}

    template <class Op> __device__ void InclusiveScan(T in, T &out, Op op) {
        out = __simt_warp_scan<WIDTH>(in, op, lanes());
    }
    template <class Op> __device__ void InclusiveScan(T in, T &out, Op op, T &all) {
        out = __simt_warp_scan<WIDTH>(in, op, lanes());
        all = __simt_shfl_sync(out, last(), lanes());
    }
    template <class Op> __device__ void ExclusiveScan(T in, T &out, Op op) {
        T through = __simt_warp_scan<WIDTH>(in, op, lanes());
        out = __simt_shfl_up_sync(through, 1, lanes());
    }
    template <class Op> __device__ void ExclusiveScan(T in, T &out, T first, Op op) {
        T before = __simt_shfl_up_sync(__simt_warp_scan<WIDTH>(in, op, lanes()), 1, lanes());
        out = lane() == 0 ? first : op(first, before);
    }
    template <class Op> __device__ void ExclusiveScan(T in, T &out, T first, Op op, T &all) {
        T through = __simt_warp_scan<WIDTH>(in, op, lanes());
        T before = __simt_shfl_up_sync(through, 1, lanes());
        out = lane() == 0 ? first : op(first, before);
        all = __simt_shfl_sync(through, last(), lanes());
    }
    template <class Op> __device__ void InclusiveScan(T in, T &out, T first, Op op) {
        out = op(first, __simt_warp_scan<WIDTH>(in, op, lanes()));
    }
    template <class Op> __device__ void InclusiveScan(T in, T &out, T first, Op op, T &all) {
        T through = __simt_warp_scan<WIDTH>(in, op, lanes());
        out = op(first, through);
        all = __simt_shfl_sync(through, last(), lanes());
    }
    template <class Op> __device__ void ExclusiveScan(T in, T &out, Op op, T &all) {
        T through = __simt_warp_scan<WIDTH>(in, op, lanes());
        out = __simt_shfl_up_sync(through, 1, lanes());
        all = __simt_shfl_sync(through, last(), lanes());
    }
    template <class Op> __device__ void Scan(T in, T &inclusive, T &exclusive, Op op) {
        inclusive = __simt_warp_scan<WIDTH>(in, op, lanes());
        exclusive = __simt_shfl_up_sync(inclusive, 1, lanes());
    }
    template <class Op> __device__ void Scan(T in, T &inclusive, T &exclusive, T first, Op op) {
        T through = __simt_warp_scan<WIDTH>(in, op, lanes());
        T before = __simt_shfl_up_sync(through, 1, lanes());
        inclusive = op(first, through);
        exclusive = lane() == 0 ? first : op(first, before);
    }
    __device__ void InclusiveSum(T in, T &out) { InclusiveScan(in, out, cub::Sum()); }
    __device__ void InclusiveSum(T in, T &out, T &all) { InclusiveScan(in, out, cub::Sum(), all); }
    __device__ void ExclusiveSum(T in, T &out) { ExclusiveScan(in, out, T(0), cub::Sum()); }
    __device__ void ExclusiveSum(T in, T &out, T &all) { ExclusiveScan(in, out, T(0), cub::Sum(), all); }
    __device__ T Broadcast(T value, unsigned int from) {
        return __simt_shfl_sync(value, (int)((unsigned int)(__simt_thread() & 31 & ~(WIDTH - 1)) + from), lanes());
    }
};

}  // namespace cub
