// cub::DeviceReduce and its kin. The rule of all device-wide functions: called without storage they say how much they
// need (a byte or more), called with it they launch. One block does the work, in order, so floats add the same way
// every time.
// Next: cub/device/device_scan.cuh.
#pragma once
#include <cub/block/block_reduce.cuh>
#include <cub/device/device_by_key.cuh>
#include <limits>

namespace cub {

template <class T, class In, class Out, class Op>
__global__ void __simt_reduce(In in, Out out, long long n, Op op, T first, bool given) {
    typedef BlockReduce<T, 256> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    T sum = first;
    bool some = false;
    for (long long i = threadIdx.x; i < n; i += 256) {
        T item = in[i];
        sum = some ? op(sum, item) : item;
        some = true;
    }
    T all = Reduce(storage).Reduce(sum, op, n < 256 ? (int)n : 256);
    if (threadIdx.x == 0) *out = n <= 0 ? first : given ? op(first, all) : all;
}

template <class T, class In, class Out, class Op>
cudaError_t __simt_launch_reduce(void *storage, size_t &bytes, In in, Out out, long long n, Op op, T first, bool given,
                                 cudaStream_t stream) {
    if (!storage) {
        bytes = 1;
        return cudaSuccess;
    }
    __simt_reduce<T><<<1, 256, 0, stream>>>(in, out, n, op, first, given);
    return cudaPeekAtLastError();
}

template <class In, class Out, class Place, class Op>
__global__ void __simt_place_of(In in, Out out, Place place, long long n, Op op) {
    typedef typename In::value_type T;
    typedef BlockReduce<T, 256> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    T best;
    for (long long i = threadIdx.x; i < n; i += 256) best = i == threadIdx.x ? in[i] : op(best, in[i]);
    T all = Reduce(storage).Reduce(best, op, n < 256 ? (int)n : 256);
    if (threadIdx.x == 0) {
        *out = all.value;
        *place = all.key;
    }
}

struct DeviceReduce {
    template <class In, class Out, class N, class Op, class T>
    static cudaError_t Reduce(void *storage, size_t &bytes, In in, Out out, N n, Op op, T first,
                              cudaStream_t stream = 0) {
        return __simt_launch_reduce(storage, bytes, in, out, (long long)n, op, first, true, stream);
    }
    template <class In, class Out, class N>
    static cudaError_t Sum(void *storage, size_t &bytes, In in, Out out, N n, cudaStream_t stream = 0) {
        typedef typename __simt_value_of<In>::type T;
        return __simt_launch_reduce(storage, bytes, in, out, (long long)n, cub::Sum(), T(0), false, stream);
    }
    template <class In, class Out, class N>
    static cudaError_t Max(void *storage, size_t &bytes, In in, Out out, N n, cudaStream_t stream = 0) {
        typedef typename __simt_value_of<In>::type T;
        return __simt_launch_reduce(storage, bytes, in, out, (long long)n, cub::Max(), T(0), false, stream);
    }
    template <class In, class Out, class N>
    static cudaError_t Min(void *storage, size_t &bytes, In in, Out out, N n, cudaStream_t stream = 0) {
        typedef typename __simt_value_of<In>::type T;
        return __simt_launch_reduce(storage, bytes, in, out, (long long)n, cub::Min(), T(0), false, stream);
    }
    template <class In, class Out, class N>
    static cudaError_t ArgMax(void *storage, size_t &bytes, In in, Out out, N n, cudaStream_t stream = 0) {
        typedef ArgIndexInputIterator<In> Indexed;
        typedef typename Indexed::value_type T;
        return __simt_launch_reduce(storage, bytes, Indexed(in), out, (long long)n, cub::ArgMax(), T(), false, stream);
    }
    template <class In, class Out, class N>
    static cudaError_t ArgMin(void *storage, size_t &bytes, In in, Out out, N n, cudaStream_t stream = 0) {
        typedef ArgIndexInputIterator<In> Indexed;
        typedef typename Indexed::value_type T;
        return __simt_launch_reduce(storage, bytes, Indexed(in), out, (long long)n, cub::ArgMin(), T(), false, stream);
    }
    // Newer: the value and its place apart.
    template <class In, class Out, class Place, class N>
    static cudaError_t ArgMax(void *storage, size_t &bytes, In in, Out out, Place place, N n, cudaStream_t stream = 0) {
        bytes = storage ? bytes : 1;
        if (storage && n > 0)
            __simt_place_of<<<1, 256, 0, stream>>>(ArgIndexInputIterator<In, long long>(in), out, place, (long long)n,
                                                   cub::ArgMax());
        return cudaPeekAtLastError();
    }
    template <class In, class Out, class Place, class N>
    static cudaError_t ArgMin(void *storage, size_t &bytes, In in, Out out, Place place, N n, cudaStream_t stream = 0) {
        bytes = storage ? bytes : 1;
        if (storage && n > 0)
            __simt_place_of<<<1, 256, 0, stream>>>(ArgIndexInputIterator<In, long long>(in), out, place, (long long)n,
                                                   cub::ArgMin());
        return cudaPeekAtLastError();
    }
    template <class Keys, class KeysOut, class Values, class Out, class Count, class Op, class N>
    static cudaError_t ReduceByKey(void *storage, size_t &bytes, Keys keys, KeysOut keys_out, Values values, Out out,
                                   Count count, Op op, N n, cudaStream_t stream = 0) {
        return __simt_launch_reduce_by_key(storage, bytes, keys, keys_out, values, out, count, op, n, stream);
    }
    template <class In, class Out, class N, class Op, class Map, class T>
    static cudaError_t TransformReduce(void *storage, size_t &bytes, In in, Out out, N n, Op op, Map map, T first,
                                       cudaStream_t stream = 0) {
        TransformInputIterator<T, Map, In> mapped(in, map);
        return __simt_launch_reduce(storage, bytes, mapped, out, (long long)n, op, first, true, stream);
    }
};

template <class T, class In, class Out, class Begin, class End, class Op>
__global__ void __simt_segmented(In in, Out out, Begin begin, End end, Op op, T first) {
    typedef BlockReduce<T, 256> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    long long from = begin[blockIdx.x], to = end[blockIdx.x], n = to - from;
    T sum = first;
    for (long long i = from + threadIdx.x; i < to; i += 256) sum = i == from + threadIdx.x ? in[i] : op(sum, in[i]);
    T all = Reduce(storage).Reduce(sum, op, n < 256 ? (int)n : 256);
    if (threadIdx.x == 0) out[blockIdx.x] = n <= 0 ? first : op(first, all);
}

template <class P, class In, class Out, class Begin, class End, class Op>
__global__ void __simt_segment_place(In in, Out out, Begin begin, End end, Op op, P none) {
    typedef BlockReduce<P, 256> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    long long from = begin[blockIdx.x], n = end[blockIdx.x] - from;
    P best = none;
    for (long long i = threadIdx.x; i < n; i += 256) {
        P item((int)i, in[from + i]);
        best = i == threadIdx.x ? item : op(best, item);
    }
    P all = Reduce(storage).Reduce(best, op, n < 256 ? (int)n : 256);
    if (threadIdx.x == 0) out[blockIdx.x] = n <= 0 ? none : all;
}
// Where segments of one size begin.
struct __simt_times {
    long long size;
    __host__ __device__ long long operator()(long long i) const { return i * size; }
};
struct DeviceSegmentedReduce {
    template <class In, class Out, class Begin, class End, class Op, class T>
    static cudaError_t Reduce(void *storage, size_t &bytes, In in, Out out, int segments, Begin begin, End end, Op op,
                              T first, cudaStream_t stream = 0) {
        if (!storage) {
            bytes = 1;
            return cudaSuccess;
        }
        if (segments > 0) __simt_segmented<T><<<segments, 256, 0, stream>>>(in, out, begin, end, op, first);
        return cudaPeekAtLastError();
    }
    template <class In, class Out, class Begin, class End>
    static cudaError_t Sum(void *storage, size_t &bytes, In in, Out out, int segments, Begin begin, End end,
                           cudaStream_t stream = 0) {
        typedef typename __simt_value_of<In>::type T;
        return Reduce(storage, bytes, in, out, segments, begin, end, cub::Sum(), T(0), stream);
    }
    template <class In, class Out, class Begin, class End>
    static cudaError_t Max(void *storage, size_t &bytes, In in, Out out, int segments, Begin begin, End end,
                           cudaStream_t stream = 0) {
        typedef typename __simt_value_of<In>::type T;
        return Reduce(storage, bytes, in, out, segments, begin, end, cub::Max(), std::numeric_limits<T>::lowest(), stream);
    }
    template <class In, class Out, class Begin, class End>
    static cudaError_t Min(void *storage, size_t &bytes, In in, Out out, int segments, Begin begin, End end,
                           cudaStream_t stream = 0) {
        typedef typename __simt_value_of<In>::type T;
        return Reduce(storage, bytes, in, out, segments, begin, end, cub::Min(), std::numeric_limits<T>::max(), stream);
    }
    template <class In, class Out, class Begin, class End>
    static cudaError_t ArgMax(void *storage, size_t &bytes, In in, Out out, int segments, Begin begin, End end,
                              cudaStream_t stream = 0) {
        typedef typename __simt_value_of<In>::type T;
        KeyValuePair<int, T> none(1, std::numeric_limits<T>::lowest());
        return place(storage, bytes, in, out, segments, begin, end, cub::ArgMax(), none, stream);
    }
    template <class In, class Out, class Begin, class End>
    static cudaError_t ArgMin(void *storage, size_t &bytes, In in, Out out, int segments, Begin begin, End end,
                              cudaStream_t stream = 0) {
        typedef typename __simt_value_of<In>::type T;
        KeyValuePair<int, T> none(1, std::numeric_limits<T>::max());
        return place(storage, bytes, in, out, segments, begin, end, cub::ArgMin(), none, stream);
    }
    // Newer: segments of one size.
    template <class In, class Out>
    static cudaError_t Sum(void *storage, size_t &bytes, In in, Out out, long long segments, int size,
                           cudaStream_t stream = 0) {
        typedef TransformInputIterator<long long, __simt_times, CountingInputIterator<long long>> Begins;
        Begins begin(CountingInputIterator<long long>(0), __simt_times{size});
        Begins end(CountingInputIterator<long long>(1), __simt_times{size});
        return Sum(storage, bytes, in, out, (int)segments, begin, end, stream);
    }

  private:
    template <class In, class Out, class Begin, class End, class Op, class P>
    static cudaError_t place(void *storage, size_t &bytes, In in, Out out, int segments, Begin begin, End end, Op op,
                             P none, cudaStream_t stream) {
        bytes = storage ? bytes : 1;
        if (storage && segments > 0)
            __simt_segment_place<P><<<segments, 256, 0, stream>>>(in, out, begin, end, op, none);
        return cudaPeekAtLastError();
    }
};

}  // namespace cub
