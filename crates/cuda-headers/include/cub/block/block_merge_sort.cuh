// cub::BlockMergeSort and cub::WarpMergeSort: items in the order that a function says; stable.
// Next: cub/block/block_radix_sort.cuh.
#pragma once
#include <cub/thread/thread_operators.cuh>

namespace cub {

// The items of `threads` threads lie in `keys`; each item finds its place among the items of the run beside its own, run by run.
template <int threads, int N, bool warp, class K, class V, class Op>
__device__ void __simt_merge_items(int thread, K *keys, V *values, K (&items)[N], V (&with)[N], Op op) {
    const int count = threads * N;
    for (int i = 0; i < N; i++) {
        keys[thread * N + i] = items[i];
        values[thread * N + i] = with[i];
    }
    for (int width = 1; width < count; width *= 2) {
        int to[N];
        if (warp) __syncwarp();
        else __syncthreads();
        for (int i = 0; i < N; i++) {
            int at = thread * N + i, run = at / width, start = (run ^ 1) * width;
            bool left = (run & 1) == 0;
            int low = start < count ? start : count, high = start + width < count ? start + width : count, first = low;
            items[i] = keys[at];
            with[i] = values[at];
            while (low < high) {
                int middle = (low + high) / 2;
                bool before = left ? op(keys[middle], items[i]) : !op(items[i], keys[middle]);
                if (before) low = middle + 1;
                else high = middle;
            }
            to[i] = left ? at + (low - first) : at - width + (low - first);
        }
        if (warp) __syncwarp();
        else __syncthreads();
        for (int i = 0; i < N; i++) {
            keys[to[i]] = items[i];
            values[to[i]] = with[i];
        }
    }
    if (warp) __syncwarp();
    else __syncthreads();
    for (int i = 0; i < N; i++) {
        items[i] = keys[thread * N + i];
        with[i] = values[thread * N + i];
    }
}

template <class K, int X, int N, class V = NullType, int Y = 1, int Z = 1> class BlockMergeSort {
    static constexpr int THREADS = X * Y * Z;

  public:
    struct TempStorage {
        K keys[THREADS * N];
        V values[THREADS * N];
    };
    __device__ BlockMergeSort() : storage(own()) {}
    __device__ BlockMergeSort(TempStorage &given) : storage(given) {}

    template <class Op> __device__ void Sort(K (&keys)[N], Op op) {
        V none[N];
        __simt_merge_items<THREADS, N, false>(__simt_thread(), storage.keys, storage.values, keys, none, op);
    }
    // Of fewer items than the block has: the rest stays at the end, as `otherwise`, which no item comes after.
    template <class Op> __device__ void Sort(K (&keys)[N], Op op, int valid, K otherwise) {
        for (int i = 0; i < N; i++)
            if (__simt_thread() * N + i >= valid) keys[i] = otherwise;
        Sort(keys, op);
    }
    template <class Op> __device__ void Sort(K (&keys)[N], V (&values)[N], Op op) {
        __simt_merge_items<THREADS, N, false>(__simt_thread(), storage.keys, storage.values, keys, values, op);
    }
    template <class Op> __device__ void Sort(K (&keys)[N], V (&values)[N], Op op, int valid, K otherwise) {
        for (int i = 0; i < N; i++)
            if (__simt_thread() * N + i >= valid) keys[i] = otherwise;
        Sort(keys, values, op);
    }
    template <class Op> __device__ void StableSort(K (&keys)[N], Op op) { Sort(keys, op); }
    template <class Op> __device__ void StableSort(K (&keys)[N], Op op, int valid, K otherwise) {
        Sort(keys, op, valid, otherwise);
    }
    template <class Op> __device__ void StableSort(K (&keys)[N], V (&values)[N], Op op) { Sort(keys, values, op); }
    template <class Op> __device__ void StableSort(K (&keys)[N], V (&values)[N], Op op, int valid, K otherwise) {
        Sort(keys, values, op, valid, otherwise);
    }

  private:
    TempStorage &storage;
    static __device__ TempStorage &own() {
        __shared__ TempStorage shared;
        return shared;
    }
};

template <class K, int N, int WIDTH = 32, class V = NullType> class WarpMergeSort {
    static __device__ int lane() { return __simt_thread() & (WIDTH - 1); }

  public:
    struct TempStorage {
        K keys[WIDTH * N];
        V values[WIDTH * N];
    };
    __device__ WarpMergeSort(TempStorage &given) : storage(given) {}

    template <class Op> __device__ void Sort(K (&keys)[N], Op op) {
        V none[N];
        __simt_merge_items<WIDTH, N, true>(lane(), storage.keys, storage.values, keys, none, op);
    }
    template <class Op> __device__ void Sort(K (&keys)[N], Op op, int valid, K otherwise) {
        for (int i = 0; i < N; i++)
            if (lane() * N + i >= valid) keys[i] = otherwise;
        Sort(keys, op);
    }
    template <class Op> __device__ void Sort(K (&keys)[N], V (&values)[N], Op op) {
        __simt_merge_items<WIDTH, N, true>(lane(), storage.keys, storage.values, keys, values, op);
    }
    template <class Op> __device__ void Sort(K (&keys)[N], V (&values)[N], Op op, int valid, K otherwise) {
        for (int i = 0; i < N; i++)
            if (lane() * N + i >= valid) keys[i] = otherwise;
        Sort(keys, values, op);
    }
    template <class Op> __device__ void StableSort(K (&keys)[N], Op op) { Sort(keys, op); }
    template <class Op> __device__ void StableSort(K (&keys)[N], V (&values)[N], Op op) { Sort(keys, values, op); }

  private:
    TempStorage &storage;
};

}  // namespace cub
