// cub::DeviceScan: running results over an array, by one block that goes through it tile by tile.
// Next: cub/device/device_reduce.cuh for the rule of the storage.
#pragma once
#include <cub/device/device_by_key.cuh>
#include <cub/iterator/counting_input_iterator.cuh>

namespace cub {

template <class T, class In, class Out, class Op>
__global__ void __simt_scan(In in, Out out, long long n, Op op, T first, bool exclusive, bool given) {
    typedef BlockScan<T, 256> Scan;
    __shared__ typename Scan::TempStorage storage;
    __shared__ T left;
    T before = first;
    bool some = given;
    for (long long base = 0; base < n; base += 256) {
        long long i = base + threadIdx.x;
        T item = first, through = first, all = first;
        if (i < n) item = in[i];
        Scan(storage).InclusiveScan(item, through, op, all);
        if (some) through = op(before, through);
        T shifted = through;
        if (exclusive) {
            __shared__ T row[256];
            row[threadIdx.x] = through;
            __syncthreads();
            shifted = threadIdx.x > 0 ? row[threadIdx.x - 1] : before;
        }
        if (i < n) out[i] = exclusive ? shifted : through;
        if (threadIdx.x == 255) left = through;
        __syncthreads();
        before = left;
        some = true;
        __syncthreads();
    }
}

template <class T, class In, class Out, class Op>
cudaError_t __simt_launch_scan(void *storage, size_t &bytes, In in, Out out, long long n, Op op, T first,
                               bool exclusive, bool given, cudaStream_t stream) {
    if (!storage) {
        bytes = 1;
        return cudaSuccess;
    }
    __simt_scan<T><<<1, 256, 0, stream>>>(in, out, n, op, first, exclusive, given);
    return cudaPeekAtLastError();
}

struct DeviceScan {
    template <class In, class Out, class N>
    static cudaError_t InclusiveSum(void *storage, size_t &bytes, In in, Out out, N n, cudaStream_t stream = 0) {
        typedef typename __simt_value_of<In>::type T;
        return __simt_launch_scan(storage, bytes, in, out, (long long)n, cub::Sum(), T(0), false, false, stream);
    }
    template <class In, class Out, class N>
    static cudaError_t ExclusiveSum(void *storage, size_t &bytes, In in, Out out, N n, cudaStream_t stream = 0) {
        typedef typename __simt_value_of<In>::type T;
        return __simt_launch_scan(storage, bytes, in, out, (long long)n, cub::Sum(), T(0), true, true, stream);
    }
    template <class In, class Out, class Op, class N>
    static cudaError_t InclusiveScan(void *storage, size_t &bytes, In in, Out out, Op op, N n,
                                     cudaStream_t stream = 0) {
        typedef typename __simt_value_of<In>::type T;
        return __simt_launch_scan(storage, bytes, in, out, (long long)n, op, T(), false, false, stream);
    }
    template <class In, class Out, class Op, class T, class N>
    static cudaError_t InclusiveScanInit(void *storage, size_t &bytes, In in, Out out, Op op, T first, N n,
                                         cudaStream_t stream = 0) {
        return __simt_launch_scan(storage, bytes, in, out, (long long)n, op, first, false, true, stream);
    }
    template <class In, class Out, class Op, class T, class N>
    static cudaError_t ExclusiveScan(void *storage, size_t &bytes, In in, Out out, Op op, T first, N n,
                                     cudaStream_t stream = 0) {
        return __simt_launch_scan(storage, bytes, in, out, (long long)n, op, first, true, true, stream);
    }
    // By runs of equal keys.
    template <class Keys, class Values, class Out, class N, class Same = Equality>
    static cudaError_t ExclusiveSumByKey(void *storage, size_t &bytes, Keys keys, Values values, Out out, N n,
                                         Same same = {}, cudaStream_t stream = 0) {
        typedef typename __simt_value_of<Values>::type T;
        return __simt_launch_scan_by_key<T>(storage, bytes, keys, values, out, cub::Sum(), T(0), true, (long long)n, same,
                                            stream);
    }
    template <class Keys, class Values, class Out, class N, class Same = Equality>
    static cudaError_t InclusiveSumByKey(void *storage, size_t &bytes, Keys keys, Values values, Out out, N n,
                                         Same same = {}, cudaStream_t stream = 0) {
        typedef typename __simt_value_of<Values>::type T;
        return __simt_launch_scan_by_key<T>(storage, bytes, keys, values, out, cub::Sum(), T(0), false, (long long)n,
                                            same, stream);
    }
    template <class Keys, class Values, class Out, class Op, class T, class N, class Same = Equality>
    static cudaError_t ExclusiveScanByKey(void *storage, size_t &bytes, Keys keys, Values values, Out out, Op op, T first,
                                          N n, Same same = {}, cudaStream_t stream = 0) {
        return __simt_launch_scan_by_key<T>(storage, bytes, keys, values, out, op, first, true, (long long)n, same, stream);
    }
    template <class Keys, class Values, class Out, class Op, class N, class Same = Equality>
    static cudaError_t InclusiveScanByKey(void *storage, size_t &bytes, Keys keys, Values values, Out out, Op op, N n,
                                          Same same = {}, cudaStream_t stream = 0) {
        typedef typename __simt_value_of<Values>::type T;
        return __simt_launch_scan_by_key<T>(storage, bytes, keys, values, out, op, T(), false, (long long)n, same, stream);
    }
    // In place.
    template <class It, class N>
    static cudaError_t InclusiveSum(void *storage, size_t &bytes, It data, N n, cudaStream_t stream = 0) {
        return InclusiveSum(storage, bytes, data, data, n, stream);
    }
    template <class It, class N>
    static cudaError_t ExclusiveSum(void *storage, size_t &bytes, It data, N n, cudaStream_t stream = 0) {
        return ExclusiveSum(storage, bytes, data, data, n, stream);
    }
};

}  // namespace cub
