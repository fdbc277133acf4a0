// cub::DevicePartition: what is chosen to the front in order, the rest to the back in reverse; or three ways, each to a place of its own.
// Next: cub/device/device_select.cuh.
#pragma once
#include <cub/device/device_select.cuh>

namespace cub {

template <class In, class Keep, class Out, class Count>
__global__ void __simt_partition(In in, Keep keep, Out out, Count count, long long n) {
    typedef BlockScan<int, 256> Scan;
    __shared__ typename Scan::TempStorage storage;
    long long kept = 0;
    for (long long base = 0; base < n; base += 256) {
        long long i = base + threadIdx.x;
        int mine = i < n && keep(in, i) ? 1 : 0, before = 0, all = 0;
        Scan(storage).ExclusiveSum(mine, before, all);
        if (mine) out[kept + before] = in[i];
        else if (i < n) out[n - 1 - (i - kept - before)] = in[i];
        kept += all;
        __syncthreads();
    }
    if (threadIdx.x == 0) *count = kept;
}
template <class In, class First, class Second, class Rest, class Count, class One, class Two>
__global__ void __simt_partition3(In in, First first, Second second, Rest rest, Count count, long long n, One one,
                                  Two two) {
    typedef BlockScan<int, 256> Scan;
    __shared__ typename Scan::TempStorage storage;
    long long firsts = 0, seconds = 0;
    for (long long base = 0; base < n; base += 256) {
        long long i = base + threadIdx.x;
        int a = 0, b = 0, a_before = 0, b_before = 0, a_all = 0, b_all = 0;
        if (i < n) {
            a = one(in[i]) ? 1 : 0;
            b = !a && two(in[i]) ? 1 : 0;
        }
        Scan(storage).ExclusiveSum(a, a_before, a_all);
        __syncthreads();
        Scan(storage).ExclusiveSum(b, b_before, b_all);
        if (a) first[firsts + a_before] = in[i];
        else if (b) second[seconds + b_before] = in[i];
        else if (i < n) rest[i - firsts - seconds - a_before - b_before] = in[i];
        firsts += a_all;
        seconds += b_all;
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        count[0] = firsts;
        count[1] = seconds;
    }
}
struct DevicePartition {
    template <class In, class Flags, class Out, class Count, class N>
    static cudaError_t Flagged(void *storage, size_t &bytes, In in, Flags flags, Out out, Count count, N n,
                               cudaStream_t stream = 0) {
        bytes = storage ? bytes : 1;
        __simt_flagged<Flags> keep = {flags};
        if (storage) __simt_partition<<<1, 256, 0, stream>>>(in, keep, out, count, (long long)n);
        return cudaPeekAtLastError();
    }
    template <class In, class Out, class Count, class N, class Op>
    static cudaError_t If(void *storage, size_t &bytes, In in, Out out, Count count, N n, Op op,
                          cudaStream_t stream = 0) {
        bytes = storage ? bytes : 1;
        __simt_chosen<Op> keep = {op};
        if (storage) __simt_partition<<<1, 256, 0, stream>>>(in, keep, out, count, (long long)n);
        return cudaPeekAtLastError();
    }
    template <class In, class First, class Second, class Rest, class Count, class N, class One, class Two>
    static cudaError_t If(void *storage, size_t &bytes, In in, First first, Second second, Rest rest, Count count, N n,
                          One one, Two two, cudaStream_t stream = 0) {
        bytes = storage ? bytes : 1;
        if (storage) __simt_partition3<<<1, 256, 0, stream>>>(in, first, second, rest, count, (long long)n, one, two);
        return cudaPeekAtLastError();
    }
};

}  // namespace cub
