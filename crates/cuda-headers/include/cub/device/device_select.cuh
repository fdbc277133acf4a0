// cub::DeviceSelect, DevicePartition's flags and runs: what stays, moved together in order, by one block.
// Next: cub/device/device_scan.cuh.
#pragma once
#include <cub/device/device_by_key.cuh>
#include <cub/iterator/counting_input_iterator.cuh>

namespace cub {

template <class In, class Keep, class Out, class Count>
__global__ void __simt_select(In in, Keep keep, Out out, Count count, long long n) {
    typedef BlockScan<int, 256> Scan;
    __shared__ typename Scan::TempStorage storage;
    long long kept = 0;
    for (long long base = 0; base < n; base += 256) {
        long long i = base + threadIdx.x;
        int mine = i < n && keep(in, i) ? 1 : 0, before = 0, all = 0;
        // Read before others of the tile are moved: the output may be the input.
        typename __simt_value_of<In>::type item = in[i < n ? i : n - 1];
        Scan(storage).ExclusiveSum(mine, before, all);
        if (mine) out[kept + before] = item;
        kept += all;
        __syncthreads();
    }
    if (threadIdx.x == 0) *count = kept;
}
template <class Flags> struct __simt_flagged {
    Flags flags;
    template <class In> __device__ bool operator()(In in, long long i) const { return flags[i] ? true : false; }
};
template <class Flags, class Op> struct __simt_flag_chosen {
    Flags flags;
    Op op;
    template <class In> __device__ bool operator()(In in, long long i) const { return op(flags[i]); }
};
template <class Op> struct __simt_chosen {
    Op op;
    template <class In> __device__ bool operator()(In in, long long i) const { return op(in[i]); }
};
struct __simt_new {
    template <class In> __device__ bool operator()(In in, long long i) const { return i == 0 || in[i] != in[i - 1]; }
};
template <class In, class Keep, class Out, class Count>
cudaError_t __simt_launch_select(void *storage, size_t &bytes, In in, Keep keep, Out out, Count count, long long n,
                                 cudaStream_t stream) {
    if (!storage) {
        bytes = 1;
        return cudaSuccess;
    }
    __simt_select<<<1, 256, 0, stream>>>(in, keep, out, count, n);
    return cudaPeekAtLastError();
}

struct DeviceSelect {
    template <class In, class Flags, class Out, class Count, class N>
    static cudaError_t Flagged(void *storage, size_t &bytes, In in, Flags flags, Out out, Count count, N n,
                               cudaStream_t stream = 0) {
        __simt_flagged<Flags> keep = {flags};
        return __simt_launch_select(storage, bytes, in, keep, out, count, (long long)n, stream);
    }
    template <class In, class Out, class Count, class N, class Op>
    static cudaError_t If(void *storage, size_t &bytes, In in, Out out, Count count, N n, Op op,
                          cudaStream_t stream = 0) {
        __simt_chosen<Op> keep = {op};
        return __simt_launch_select(storage, bytes, in, keep, out, count, (long long)n, stream);
    }
    template <class In, class Flags, class Out, class Count, class N, class Op>
    static cudaError_t FlaggedIf(void *storage, size_t &bytes, In in, Flags flags, Out out, Count count, N n, Op op,
                                 cudaStream_t stream = 0) {
        __simt_flag_chosen<Flags, Op> keep = {flags, op};
        return __simt_launch_select(storage, bytes, in, keep, out, count, (long long)n, stream);
    }
    // In place.
    template <class It, class Flags, class Count, class N>
    static cudaError_t Flagged(void *storage, size_t &bytes, It data, Flags flags, Count count, N n,
                               cudaStream_t stream = 0) {
        return Flagged(storage, bytes, data, flags, data, count, n, stream);
    }
    template <class It, class Count, class N, class Op>
    static cudaError_t If(void *storage, size_t &bytes, It data, Count count, N n, Op op, cudaStream_t stream = 0) {
        return If(storage, bytes, data, data, count, n, op, stream);
    }
    template <class It, class Flags, class Count, class N, class Op>
    static cudaError_t FlaggedIf(void *storage, size_t &bytes, It data, Flags flags, Count count, N n, Op op,
                                 cudaStream_t stream = 0) {
        return FlaggedIf(storage, bytes, data, flags, data, count, n, op, stream);
    }
    template <class Keys, class Values, class KeysOut, class ValuesOut, class Count, class N, class Same = Equality>
    static cudaError_t UniqueByKey(void *storage, size_t &bytes, Keys keys, Values values, KeysOut keys_out,
                                   ValuesOut values_out, Count count, N n, Same same = {}, cudaStream_t stream = 0) {
        bytes = storage ? bytes : 1;
        if (storage)
            __simt_unique_by_key<<<1, 256, 0, stream>>>(keys, values, keys_out, values_out, count, (long long)n, same);
        return cudaPeekAtLastError();
    }
    template <class In, class Out, class Count, class N>
    static cudaError_t Unique(void *storage, size_t &bytes, In in, Out out, Count count, N n,
                              cudaStream_t stream = 0) {
        return __simt_launch_select(storage, bytes, in, __simt_new(), out, count, (long long)n, stream);
    }
};

template <class In, class Out, class Lengths, class Count>
__global__ void __simt_runs(In in, Out out, Lengths lengths, Count count, long long n) {
    typedef BlockScan<int, 256> Scan;
    __shared__ typename Scan::TempStorage storage;
    long long runs = 0;
    for (long long base = 0; base < n; base += 256) {
        long long i = base + threadIdx.x;
        int mine = i < n && (i == 0 || in[i] != in[i - 1]) ? 1 : 0, before = 0, all = 0;
        Scan(storage).ExclusiveSum(mine, before, all);
        if (mine) {
            long long end = i + 1;
            while (end < n && !(in[end] != in[i])) end++;
            out[runs + before] = in[i];
            lengths[runs + before] = end - i;
        }
        runs += all;
        __syncthreads();
    }
    if (threadIdx.x == 0) *count = runs;
}
struct DeviceRunLengthEncode {
    template <class In, class Out, class Lengths, class Count, class N>
    static cudaError_t Encode(void *storage, size_t &bytes, In in, Out out, Lengths lengths, Count count, N n,
                              cudaStream_t stream = 0) {
        if (!storage) {
            bytes = 1;
            return cudaSuccess;
        }
        __simt_runs<<<1, 256, 0, stream>>>(in, out, lengths, count, (long long)n);
        return cudaPeekAtLastError();
    }
    template <class In, class Starts, class Lengths, class Count, class N>
    static cudaError_t NonTrivialRuns(void *storage, size_t &bytes, In in, Starts starts, Lengths lengths, Count count,
                                      N n, cudaStream_t stream = 0) {
        bytes = storage ? bytes : 1;
        if (storage) __simt_long_runs<<<1, 256, 0, stream>>>(in, starts, lengths, count, (long long)n);
        return cudaPeekAtLastError();
    }
};

}  // namespace cub
