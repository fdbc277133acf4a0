// cub::BlockScan: running results over the threads of a block, in order: within warps by shuffles, across warps by
// way of shared memory. The algorithm's name chooses nothing here.
// Next: cub/warp/warp_scan.cuh.
#pragma once
#include <cub/warp/warp_scan.cuh>

namespace cub {

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int X, BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int ARCH = 0>
class BlockScan {
    static constexpr int THREADS = X * Y * Z;
    static constexpr int WARPS = (THREADS + 31) / 32;

  public:
    struct TempStorage {
        T warps[WARPS];
        T prefix;
    };

    __device__ BlockScan() : storage(own()) {}
    __device__ BlockScan(TempStorage &given) : storage(given) {}

    // ---- one value a thread ----
    template <class Op> __device__ void InclusiveScan(T in, T &out, Op op, T &all) {
        T before = in;
        bool some = scan(in, out, before, op, all);
        if (some && __simt_thread() / 32 > 0) out = op(before, out);
    }
    template <class Op> __device__ void InclusiveScan(T in, T &out, Op op) {
        T all = in;
        InclusiveScan(in, out, op, all);
    }
    template <class Op> __device__ void ExclusiveScan(T in, T &out, T first, Op op, T &all) {
        T through = in, before = in;
        scan(in, through, before, op, all);
        int thread = __simt_thread();
        T left = __simt_shfl_up_sync(through, 1, lanes());
        if (thread % 32 == 0) out = thread == 0 ? first : op(first, before);
        else out = thread < 32 ? op(first, left) : op(first, op(before, left));
    }
    template <class Op> __device__ void ExclusiveScan(T in, T &out, T first, Op op) {
        T all = in;
        ExclusiveScan(in, out, first, op, all);
    }
    // The first thread's result is not defined; here it is its own value.
    template <class Op> __device__ void ExclusiveScan(T in, T &out, Op op) {
        T all = in, through = in, before = in;
        scan(in, through, before, op, all);
        int thread = __simt_thread();
        T left = __simt_shfl_up_sync(through, 1, lanes());
        if (thread % 32 == 0) out = thread == 0 ? in : before;
        else out = thread < 32 ? left : op(before, left);
    }
    __device__ void InclusiveSum(T in, T &out) { InclusiveScan(in, out, cub::Sum()); }
    __device__ void InclusiveSum(T in, T &out, T &all) { InclusiveScan(in, out, cub::Sum(), all); }
    __device__ void ExclusiveSum(T in, T &out) { ExclusiveScan(in, out, T(0), cub::Sum()); }
    __device__ void ExclusiveSum(T in, T &out, T &all) { ExclusiveScan(in, out, T(0), cub::Sum(), all); }
    // With a function that is asked, by the first warp, for what stands before the block.
    template <class Prefix> __device__ void InclusiveSum(T in, T &out, Prefix &prefix) {
        T all = in;
        InclusiveScan(in, out, cub::Sum(), all);
        out = ask(prefix, all) + out;
    }
    template <class Prefix> __device__ void ExclusiveSum(T in, T &out, Prefix &prefix) {
        T all = in;
        ExclusiveScan(in, out, T(0), cub::Sum(), all);
        out = ask(prefix, all) + out;
    }

    // ---- several neighbouring values a thread ----
    template <int N, class Op> __device__ void InclusiveScan(T (&in)[N], T (&out)[N], Op op, T &all) {
        T sum = in[0], before = in[0];
        for (int i = 1; i < N; i++) sum = op(sum, in[i]);
        exclusive(sum, before, op, all);
        T running = in[0];
        for (int i = 0; i < N; i++) {
            T item = in[i];
            if (i > 0) running = op(running, item);
            else running = __simt_thread() > 0 ? op(before, item) : item;
            out[i] = running;
        }
    }
    template <int N, class Op> __device__ void InclusiveScan(T (&in)[N], T (&out)[N], Op op) {
        T all = in[0];
        InclusiveScan(in, out, op, all);
    }
    template <int N, class Op> __device__ void ExclusiveScan(T (&in)[N], T (&out)[N], T first, Op op, T &all) {
        T sum = in[0], running = first;
        for (int i = 1; i < N; i++) sum = op(sum, in[i]);
        ExclusiveScan(sum, running, first, op, all);
        for (int i = 0; i < N; i++) {
            T item = in[i];
            out[i] = running;
            running = op(running, item);
        }
    }
    template <int N, class Op> __device__ void ExclusiveScan(T (&in)[N], T (&out)[N], T first, Op op) {
        T all = in[0];
        ExclusiveScan(in, out, first, op, all);
    }
    template <int N> __device__ void InclusiveSum(T (&in)[N], T (&out)[N]) { InclusiveScan(in, out, cub::Sum()); }
    template <int N> __device__ void InclusiveSum(T (&in)[N], T (&out)[N], T &all) {
        InclusiveScan(in, out, cub::Sum(), all);
    }
    template <int N> __device__ void ExclusiveSum(T (&in)[N], T (&out)[N]) {
        ExclusiveScan(in, out, T(0), cub::Sum());
    }
    template <int N> __device__ void ExclusiveSum(T (&in)[N], T (&out)[N], T &all) {
        ExclusiveScan(in, out, T(0), cub::Sum(), all);
    }

  private:
    TempStorage &storage;
    static __device__ TempStorage &own() {
        __shared__ TempStorage shared;
        return shared;
    }
    static __device__ unsigned int lanes() {
        int here = THREADS - __simt_thread() / 32 * 32;
        return here >= 32 ? 0xffffffffu : (1u << here) - 1u;
    }
    // Within the warp into `out`, what the warps before give into `before`; whether there is anything across warps.
    template <class Op> __device__ bool scan(T in, T &out, T &before, Op op, T &all) {
        int thread = __simt_thread(), warp = thread / 32;
        out = __simt_warp_scan<32>(in, op, lanes());
        if (thread % 32 == 31 || thread == THREADS - 1) storage.warps[warp] = out;
        __syncthreads();
        all = storage.warps[0];
        for (int i = 1; i < WARPS; i++) {
            if (i == warp) before = all;
            all = op(all, storage.warps[i]);
        }
        return WARPS > 1;
    }
    template <class Op> __device__ void exclusive(T in, T &out, Op op, T &all) {
        T through = in, before = in;
        scan(in, through, before, op, all);
        T left = __simt_shfl_up_sync(through, 1, lanes());
        int thread = __simt_thread();
        if (thread % 32 == 0) out = before;
        else out = thread < 32 ? left : op(before, left);
    }
    template <class Prefix> __device__ T ask(Prefix &prefix, T all) {
        if (__simt_thread() < 32) {
            T before = prefix(all);
            if (__simt_thread() == 0) storage.prefix = before;
        }
        __syncthreads();
        return storage.prefix;
    }
};

}  // namespace cub
