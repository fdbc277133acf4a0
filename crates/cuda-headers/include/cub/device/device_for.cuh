// cub::DeviceFor, DeviceTransform, DeviceAdjacentDifference, DeviceCopy and DeviceMemcpy: a thread an item.
// Next: cub/device/device_scan.cuh.
#pragma once
#include <cub/iterator/counting_input_iterator.cuh>
#include <cuda/std/tuple>

namespace cub {

inline int __simt_blocks_for(long long n) { return (int)((n + 255) / 256); }
template <class N, class Op> __global__ void __simt_bulk_of(N n, Op op) {
    long long i = blockIdx.x * 256ll + threadIdx.x;
    if (i < (long long)n) op((N)i);
}
template <class It, class Op> __global__ void __simt_for_each(It it, long long n, Op op) {
    long long i = blockIdx.x * 256ll + threadIdx.x;
    if (i < n) op(it[i]);
}
template <class It, class Op> __global__ void __simt_for_each_copy(It it, long long n, Op op) {
    long long i = blockIdx.x * 256ll + threadIdx.x;
    if (i >= n) return;
    typename __simt_value_of<It>::type item = it[i];
    op(item);
}
struct DeviceFor {
    template <class N, class Op> static cudaError_t Bulk(N n, Op op, cudaStream_t stream = 0) {
        if (n > 0) __simt_bulk_of<<<__simt_blocks_for((long long)n), 256, 0, stream>>>(n, op);
        return cudaPeekAtLastError();
    }
    template <class It, class N, class Op> static cudaError_t ForEachN(It first, N n, Op op, cudaStream_t stream = 0) {
        if (n > 0) __simt_for_each<<<__simt_blocks_for((long long)n), 256, 0, stream>>>(first, (long long)n, op);
        return cudaPeekAtLastError();
    }
    template <class It, class Op> static cudaError_t ForEach(It first, It last, Op op, cudaStream_t stream = 0) {
        return ForEachN(first, last - first, op, stream);
    }
    template <class It, class N, class Op>
    static cudaError_t ForEachCopyN(It first, N n, Op op, cudaStream_t stream = 0) {
        if (n > 0) __simt_for_each_copy<<<__simt_blocks_for((long long)n), 256, 0, stream>>>(first, (long long)n, op);
        return cudaPeekAtLastError();
    }
    template <class It, class Op> static cudaError_t ForEachCopy(It first, It last, Op op, cudaStream_t stream = 0) {
        return ForEachCopyN(first, last - first, op, stream);
    }
    // The same, asked first how much storage they need.
    template <class N, class Op>
    static cudaError_t Bulk(void *storage, size_t &bytes, N n, Op op, cudaStream_t stream = 0) {
        bytes = storage ? bytes : 1;
        return storage ? Bulk(n, op, stream) : cudaSuccess;
    }
    template <class It, class N, class Op>
    static cudaError_t ForEachN(void *storage, size_t &bytes, It first, N n, Op op, cudaStream_t stream = 0) {
        bytes = storage ? bytes : 1;
        return storage ? ForEachN(first, n, op, stream) : cudaSuccess;
    }
    template <class It, class Op>
    static cudaError_t ForEach(void *storage, size_t &bytes, It first, It last, Op op, cudaStream_t stream = 0) {
        bytes = storage ? bytes : 1;
        return storage ? ForEachN(first, last - first, op, stream) : cudaSuccess;
    }
};

template <class Out, class Op, class... In> __global__ void __simt_transform_all(Out out, long long n, Op op, In... in) {
    long long i = blockIdx.x * 256ll + threadIdx.x;
    if (i < n) out[i] = op(in[i]...);
}
struct __simt_as_it_is {
    template <class T> __host__ __device__ T operator()(T value) const { return value; }
};
struct DeviceTransform {
    template <class... In, class Out, class N, class Op>
    static cudaError_t Transform(std::tuple<In...> in, Out out, N n, Op op, cudaStream_t stream = 0) {
        auto launch = [&](In... rows) {
            if (n > 0)
                __simt_transform_all<<<__simt_blocks_for((long long)n), 256, 0, stream>>>(out, (long long)n, op, rows...);
        };
        std::apply(launch, in);
        return cudaPeekAtLastError();
    }
    template <class In, class Out, class N, class Op>
    static cudaError_t Transform(In in, Out out, N n, Op op, cudaStream_t stream = 0) {
        if (n > 0) __simt_transform_all<<<__simt_blocks_for((long long)n), 256, 0, stream>>>(out, (long long)n, op, in);
        return cudaPeekAtLastError();
    }
    template <class Out, class N, class Op> static cudaError_t Generate(Out out, N n, Op op, cudaStream_t stream = 0) {
        if (n > 0) __simt_transform_all<<<__simt_blocks_for((long long)n), 256, 0, stream>>>(out, (long long)n, op);
        return cudaPeekAtLastError();
    }
    template <class Out, class N, class T>
    static cudaError_t Fill(Out out, N n, T value, cudaStream_t stream = 0) {
        return Transform(ConstantInputIterator<T>(value), out, n, __simt_as_it_is(), stream);
    }

};

template <class In, class Out, class Op> __global__ void __simt_difference(In in, Out out, long long n, Op op, bool left) {
    long long i = blockIdx.x * 256ll + threadIdx.x;
    if (i >= n) return;
    if (left) out[i] = i > 0 ? op(in[i], in[i - 1]) : in[i];
    else out[i] = i + 1 < n ? op(in[i], in[i + 1]) : in[i];
}
struct __simt_minus {
    template <class T> __host__ __device__ T operator()(const T &a, const T &b) const { return a - b; }
};
struct DeviceAdjacentDifference {
    template <class In, class Out, class N, class Op = __simt_minus>
    static cudaError_t SubtractLeftCopy(void *storage, size_t &bytes, In in, Out out, N n, Op op = {},
                                        cudaStream_t stream = 0) {
        return run(storage, bytes, in, out, (long long)n, op, true, false, stream);
    }
    template <class In, class Out, class N, class Op = __simt_minus>
    static cudaError_t SubtractRightCopy(void *storage, size_t &bytes, In in, Out out, N n, Op op = {},
                                         cudaStream_t stream = 0) {
        return run(storage, bytes, in, out, (long long)n, op, false, false, stream);
    }
    template <class It, class N, class Op = __simt_minus>
    static cudaError_t SubtractLeft(void *storage, size_t &bytes, It it, N n, Op op = {}, cudaStream_t stream = 0) {
        return run(storage, bytes, it, it, (long long)n, op, true, true, stream);
    }
    template <class It, class N, class Op = __simt_minus>
    static cudaError_t SubtractRight(void *storage, size_t &bytes, It it, N n, Op op = {}, cudaStream_t stream = 0) {
        return run(storage, bytes, it, it, (long long)n, op, false, true, stream);
    }

  private:
    // In place the input is copied to the storage first.
    template <class In, class Out, class Op>
    static cudaError_t run(void *storage, size_t &bytes, In in, Out out, long long n, Op op, bool left, bool in_place,
                           cudaStream_t stream) {
        typedef typename __simt_value_of<In>::type T;
        if (!storage) {
            bytes = in_place ? sizeof(T) * (size_t)n + 1 : 1;
            return cudaSuccess;
        }
        if (n <= 0) return cudaSuccess;
        int blocks = __simt_blocks_for(n);
        T *aside = (T *)storage;
        if (in_place) {
            DeviceTransform::Transform(in, aside, n, __simt_as_it_is(), stream);
            __simt_difference<<<blocks, 256, 0, stream>>>(aside, out, n, op, left);
        } else {
            __simt_difference<<<blocks, 256, 0, stream>>>(in, out, n, op, left);
        }
        return cudaPeekAtLastError();
    }
};

// Many pieces of memory at once, a block each.
template <class In, class Out, class Sizes> __global__ void __simt_copy_pieces(In in, Out out, Sizes sizes) {
    auto from = in[blockIdx.x];
    auto to = out[blockIdx.x];
    for (long long i = threadIdx.x; i < (long long)sizes[blockIdx.x]; i += 128) to[i] = from[i];
}
template <class In, class Out, class Sizes> __global__ void __simt_copy_bytes(In in, Out out, Sizes sizes) {
    const char *from = (const char *)in[blockIdx.x];
    char *to = (char *)out[blockIdx.x];
    for (long long i = threadIdx.x; i < (long long)sizes[blockIdx.x]; i += 128) to[i] = from[i];
}
struct DeviceCopy {
    template <class In, class Out, class Sizes>
    static cudaError_t Batched(void *storage, size_t &bytes, In in, Out out, Sizes sizes, long long count,
                               cudaStream_t stream = 0) {
        bytes = storage ? bytes : 1;
        if (storage && count > 0) __simt_copy_pieces<<<(int)count, 128, 0, stream>>>(in, out, sizes);
        return cudaPeekAtLastError();
    }
};
struct DeviceMemcpy {
    template <class In, class Out, class Sizes>
    static cudaError_t Batched(void *storage, size_t &bytes, In in, Out out, Sizes sizes, long long count,
                               cudaStream_t stream = 0) {
        bytes = storage ? bytes : 1;
        if (storage && count > 0) __simt_copy_bytes<<<(int)count, 128, 0, stream>>>(in, out, sizes);
        return cudaPeekAtLastError();
    }
};

}  // namespace cub
