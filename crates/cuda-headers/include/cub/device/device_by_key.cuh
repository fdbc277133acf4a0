// What CUB does by runs of equal keys: reductions, running results, the first of each, and runs longer than one.
// The rule: the thread of a run's first item goes through the run, so floats add in order.
// Next: cub/device/device_select.cuh.
#pragma once
#include <cub/block/block_scan.cuh>
#include <cub/iterator/counting_input_iterator.cuh>

namespace cub {

template <class Keys, class Same> __device__ bool __simt_begins(Keys keys, long long i, Same same) {
    return i == 0 || !same(keys[i - 1], keys[i]);
}
template <class Keys, class KeysOut, class Values, class Out, class Count, class Op, class Same>
__global__ void __simt_reduce_by_key(Keys keys, KeysOut keys_out, Values values, Out out, Count count, Op op,
                                     long long n, Same same) {
    typedef BlockScan<int, 256> Scan;
    typedef typename __simt_value_of<Values>::type T;
    __shared__ typename Scan::TempStorage storage;
    long long runs = 0;
    for (long long base = 0; base < n; base += 256) {
        long long i = base + threadIdx.x;
        int mine = i < n && __simt_begins(keys, i, same) ? 1 : 0, before = 0, all = 0;
        Scan(storage).ExclusiveSum(mine, before, all);
        if (mine) {
            T sum = values[i];
            for (long long k = i + 1; k < n && same(keys[k - 1], keys[k]); k++) sum = op(sum, values[k]);
            keys_out[runs + before] = keys[i];
            out[runs + before] = sum;
        }
        runs += all;
        __syncthreads();
    }
    if (threadIdx.x == 0) *count = runs;
}
template <class T, class Keys, class Values, class Out, class Op, class Same>
__global__ void __simt_scan_by_key(Keys keys, Values values, Out out, Op op, T first, bool exclusive, long long n,
                                   Same same) {
    long long i = blockIdx.x * 256ll + threadIdx.x;
    if (i >= n || !__simt_begins(keys, i, same)) return;
    T sum = first;
    for (long long k = i; k < n && (k == i || same(keys[k - 1], keys[k])); k++) {
        T item = values[k];
        T through = !exclusive && k == i ? item : op(sum, item);
        if (exclusive) out[k] = sum;
        else out[k] = through;
        sum = through;
    }
}
template <class Keys, class Values, class KeysOut, class ValuesOut, class Count, class Same>
__global__ void __simt_unique_by_key(Keys keys, Values values, KeysOut keys_out, ValuesOut values_out, Count count,
                                     long long n, Same same) {
    typedef BlockScan<int, 256> Scan;
    __shared__ typename Scan::TempStorage storage;
    long long runs = 0;
    for (long long base = 0; base < n; base += 256) {
        long long i = base + threadIdx.x;
        int mine = i < n && __simt_begins(keys, i, same) ? 1 : 0, before = 0, all = 0;
        Scan(storage).ExclusiveSum(mine, before, all);
        if (mine) {
            keys_out[runs + before] = keys[i];
            values_out[runs + before] = values[i];
        }
        runs += all;
        __syncthreads();
    }
    if (threadIdx.x == 0) *count = runs;
}
template <class In, class Starts, class Lengths, class Count>
__global__ void __simt_long_runs(In in, Starts starts, Lengths lengths, Count count, long long n) {
    typedef BlockScan<int, 256> Scan;
    __shared__ typename Scan::TempStorage storage;
    long long runs = 0;
    for (long long base = 0; base < n; base += 256) {
        long long i = base + threadIdx.x;
        bool begins = i < n && (i == 0 || !(in[i] == in[i - 1]));
        int mine = begins && i + 1 < n && in[i] == in[i + 1] ? 1 : 0, before = 0, all = 0;
        Scan(storage).ExclusiveSum(mine, before, all);
        if (mine) {
            long long end = i + 1;
            while (end < n && in[end] == in[i]) end++;
            starts[runs + before] = i;
            lengths[runs + before] = end - i;
        }
        runs += all;
        __syncthreads();
    }
    if (threadIdx.x == 0) *count = runs;
}
template <class Keys, class KeysOut, class Values, class Out, class Count, class Op, class N>
cudaError_t __simt_launch_reduce_by_key(void *storage, size_t &bytes, Keys keys, KeysOut keys_out, Values values, Out out,
                                        Count count, Op op, N n, cudaStream_t stream) {
    bytes = storage ? bytes : 1;
    if (storage)
        __simt_reduce_by_key<<<1, 256, 0, stream>>>(keys, keys_out, values, out, count, op, (long long)n, Equality());
    return cudaPeekAtLastError();
}
template <class T, class Keys, class Values, class Out, class Op, class Same>
cudaError_t __simt_launch_scan_by_key(void *storage, size_t &bytes, Keys keys, Values values, Out out, Op op, T first,
                                      bool exclusive, long long n, Same same, cudaStream_t stream) {
    bytes = storage ? bytes : 1;
    if (storage && n > 0)
        __simt_scan_by_key<T><<<(int)((n + 255) / 256), 256, 0, stream>>>(keys, values, out, op, first, exclusive, n, same);
    return cudaPeekAtLastError();
}

}  // namespace cub
