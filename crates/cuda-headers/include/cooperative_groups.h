// Cooperative groups: the block, the grid, tiles of a warp, the threads that are here.
// The rule: a group is its mask of lanes, or nothing at all where the type says it all; a collective is a shuffle or a
// vote under that mask. Clusters and groups of several devices are not here.
// Next: cooperative_groups/reduce.h, scan.h, memcpy_async.h.
#pragma once
#include <simt/shuffle.h>

namespace cooperative_groups {

inline __device__ unsigned int __simt_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
inline __device__ unsigned int __simt_lane() { return __simt_rank() & 31u; }
inline __device__ unsigned int __simt_threads() { return blockDim.x * blockDim.y * blockDim.z; }
// The place of the n-th lane of a mask.
inline __device__ int __simt_nth(unsigned int mask, unsigned int n) {
    for (unsigned int i = 0; i < n; i++) mask &= mask - 1u;
    return __ffs((int)mask) - 1;
}
// The bits of `bits` at the lanes of `mask`, moved together.
inline __device__ unsigned int __simt_gather(unsigned int bits, unsigned int mask) {
    unsigned int out = 0;
    for (unsigned int to = 1; mask; mask &= mask - 1u, to <<= 1)
        if (bits & mask & (0u - mask)) out |= to;
    return out;
}

// Any group, where the type is not to say which: 0 the block, 1 lanes of a warp, 2 the grid.
struct thread_group {
    int __kind;
    unsigned int __mask;

    __device__ void sync() const {
        if (__kind == 0) __syncthreads();
        else if (__kind == 1) __syncwarp(__mask);
        else __simt_grid_sync();
    }
    __device__ unsigned long long size() const {
        if (__kind == 0) return __simt_threads();
        if (__kind == 1) return (unsigned long long)__popc(__mask);
        return (unsigned long long)__simt_threads() * gridDim.x * gridDim.y * gridDim.z;
    }
    __device__ unsigned long long num_threads() const { return size(); }
    __device__ unsigned long long thread_rank() const {
        if (__kind == 0) return __simt_rank();
        if (__kind == 1) return (unsigned long long)__popc(__mask & ((1u << __simt_lane()) - 1u));
        unsigned long long row = blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z;
        return (blockIdx.x + gridDim.x * row) * __simt_threads() + __simt_rank();
    }
    __device__ bool is_valid() const { return true; }
};

struct thread_block {
    static __device__ void sync() { __syncthreads(); }
    static __device__ unsigned int size() { return __simt_threads(); }
    static __device__ unsigned int num_threads() { return __simt_threads(); }
    static __device__ unsigned int thread_rank() { return __simt_rank(); }
    static __device__ dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static __device__ dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    static __device__ dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    static __device__ dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    static __device__ unsigned int get_type() { return 4; }
    // Who has arrived waits for the rest only where it waits.
    struct arrival_token {};
    static __device__ arrival_token barrier_arrive() { return arrival_token(); }
    static __device__ void barrier_wait(arrival_token &&) { __syncthreads(); }
    static __device__ void barrier_wait() { __syncthreads(); }
    __device__ operator thread_group() const {
        thread_group g = {0, 0};
        return g;
    }
};

struct grid_group {
    struct arrival_token {};
    static __device__ arrival_token barrier_arrive() { return arrival_token(); }
    static __device__ void barrier_wait(arrival_token &&) { __simt_grid_sync(); }
    static __device__ void sync() { __simt_grid_sync(); }
    static __device__ bool is_valid() { return true; }
    static __device__ unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
    static __device__ unsigned long long block_rank() {
        return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
    }
    static __device__ unsigned long long num_threads() { return num_blocks() * __simt_threads(); }
    static __device__ unsigned long long size() { return num_blocks() * __simt_threads(); }
    static __device__ unsigned long long thread_rank() { return block_rank() * __simt_threads() + __simt_rank(); }
    static __device__ dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    static __device__ dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    static __device__ dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    __device__ operator thread_group() const {
        thread_group g = {2, 0};
        return g;
    }
};

// Lanes of one warp, by their mask.
struct coalesced_group {
    unsigned int __mask;
    unsigned int __meta_rank, __meta_size;

    __device__ void sync() const { __syncwarp(__mask); }
    __device__ unsigned int size() const { return (unsigned int)__popc(__mask); }
    __device__ unsigned int num_threads() const { return (unsigned int)__popc(__mask); }
    __device__ unsigned int thread_rank() const { return (unsigned int)__popc(__mask & ((1u << __simt_lane()) - 1u)); }
    __device__ unsigned int meta_group_rank() const { return __meta_rank; }
    __device__ unsigned int meta_group_size() const { return __meta_size; }
    template <class T> __device__ T shfl(T value, unsigned int from) const {
        int lane = __mask == 0xffffffffu ? (int)from : __simt_nth(__mask, from % size());
        return __simt_shfl_sync(value, lane, __mask);
    }
    template <class T> __device__ T shfl_down(T value, unsigned int by) const {
        unsigned int from = thread_rank() + by;
        return __simt_shfl_sync(value, from < size() ? __simt_nth(__mask, from) : (int)__simt_lane(), __mask);
    }
    template <class T> __device__ T shfl_up(T value, unsigned int by) const {
        unsigned int rank = thread_rank();
        int lane = rank >= by ? __simt_nth(__mask, rank - by) : (int)__simt_lane();
        return __simt_shfl_sync(value, lane, __mask);
    }
    __device__ int any(int predicate) const { return __any_sync(__mask, predicate); }
    __device__ int all(int predicate) const { return __all_sync(__mask, predicate); }
    __device__ unsigned int ballot(int predicate) const {
        return __simt_gather(__ballot_sync(__mask, predicate), __mask);
    }
    template <class T> __device__ unsigned int match_any(T value) const {
        return __simt_gather(__match_any_sync(__mask, value), __mask);
    }
    template <class T> __device__ unsigned int match_all(T value, int &all) const {
        return __simt_gather(__match_all_sync(__mask, value, &all), __mask);
    }
    __device__ operator thread_group() const {
        thread_group g = {1, __mask};
        return g;
    }
};

// Memory for tiles of more than a warp: they have a cell a warp of their own, and it only has to be there.
template <unsigned int Threads = 1024> struct alignas(16) block_tile_memory {
    char __room[(Threads + 31) / 32 * 16];
};
// Tiles of several warps: each has a barrier of the block, and its warps' cells of shared memory.
template <unsigned int N> struct __simt_large_tile {
    static __device__ void sync() { __simt_bar_sync(15u - __simt_rank() / N, N); }
    template <class T> static __device__ T *cells() {
        static_assert(sizeof(T) <= 16, "values of more than 16 bytes go through your own shared memory");
        __shared__ int4 all[32];
        return (T *)all;
    }
    // What each warp of the tile says, by `op`.
    template <class T, class Op> static __device__ T fold(T of_warp, Op op) {
        T *said = cells<T>();
        unsigned int warp = __simt_rank() / 32, first = __simt_rank() / N * (N / 32);
        if (__simt_lane() == 0) said[warp] = of_warp;
        sync();
        T value = said[first];
        for (unsigned int k = 1; k < N / 32; k++) value = op(value, said[first + k]);
        sync();
        return value;
    }
    template <class T> static __device__ T shfl(T value, unsigned int from) {
        T *said = cells<T>();
        unsigned int tile = __simt_rank() / N;
        if (__simt_rank() % N == from % N) said[tile] = value;
        sync();
        T found = said[tile];
        sync();
        return found;
    }
};

// N neighbouring threads of a block, N a power of two.
template <unsigned int N, class Parent = void> struct thread_block_tile {
    static_assert(N != 0 && (N & (N - 1)) == 0 && N <= 1024, "a tile has a power of two of threads, 1024 at most");

    __device__ thread_block_tile() {}
    template <class Other> __device__ thread_block_tile(const thread_block_tile<N, Other> &other) {}

    static __device__ unsigned int __lanes() {
        static_assert(N <= 32, "a tile of several warps has `sync`, `shfl`, `any`, `all` and `reduce`");
        return N == 32 ? 0xffffffffu : ((1u << (N & 31u)) - 1u) << (__simt_lane() & ~(N - 1u));
    }
    static __device__ void sync() {
        if constexpr (N > 32) __simt_large_tile<N>::sync();
        else __syncwarp(__lanes());
    }
    static __host__ __device__ constexpr unsigned int size() { return N; }
    static __host__ __device__ constexpr unsigned int num_threads() { return N; }
    static __device__ unsigned int thread_rank() { return __simt_rank() & (N - 1u); }
    static __device__ unsigned int meta_group_rank() { return __simt_rank() / N; }
    static __device__ unsigned int meta_group_size() { return (__simt_threads() + N - 1u) / N; }
    template <class T> static __device__ T shfl(T value, int from) {
        if constexpr (N > 32) return __simt_large_tile<N>::shfl(value, from);
        else return __simt_shfl_sync(value, from, __lanes(), N);
    }
    template <class T> static __device__ T shfl_down(T value, unsigned int by) {
        return __simt_shfl_down_sync(value, (int)by, __lanes(), N);
    }
    template <class T> static __device__ T shfl_up(T value, unsigned int by) {
        return __simt_shfl_up_sync(value, (int)by, __lanes(), N);
    }
    template <class T> static __device__ T shfl_xor(T value, unsigned int by) {
        return __simt_shfl_xor_sync(value, (int)by, __lanes(), N);
    }
    static __device__ int any(int predicate) {
        if constexpr (N > 32)
            return __simt_large_tile<N>::fold(__any_sync(0xffffffffu, predicate), [](int a, int b) { return a | b; });
        else return __any_sync(__lanes(), predicate);
    }
    static __device__ int all(int predicate) {
        if constexpr (N > 32)
            return __simt_large_tile<N>::fold(__all_sync(0xffffffffu, predicate), [](int a, int b) { return a & b; });
        else return __all_sync(__lanes(), predicate);
    }
    static __device__ unsigned int ballot(int predicate) {
        return (__ballot_sync(__lanes(), predicate) & __lanes()) >> (__simt_lane() & ~(N - 1u));
    }
    template <class T> static __device__ unsigned int match_any(T value) {
        return (__match_any_sync(__lanes(), value) & __lanes()) >> (__simt_lane() & ~(N - 1u));
    }
    template <class T> static __device__ unsigned int match_all(T value, int &all) {
        return (__match_all_sync(__lanes(), value, &all) & __lanes()) >> (__simt_lane() & ~(N - 1u));
    }
    __device__ operator thread_group() const {
        thread_group g = {1, __lanes()};
        return g;
    }
};

// ---- making groups ----
inline __device__ thread_block this_thread_block() { return thread_block(); }
template <unsigned int N> __device__ thread_block this_thread_block(block_tile_memory<N> &) { return thread_block(); }
inline __device__ grid_group this_grid() { return grid_group(); }
inline __device__ coalesced_group coalesced_threads() {
    coalesced_group g = {__activemask(), 0, 1};
    return g;
}
template <unsigned int N, class Parent> __device__ thread_block_tile<N> tiled_partition(const Parent &parent) {
    return thread_block_tile<N>();
}
inline __device__ thread_group tiled_partition(const thread_group &parent, unsigned int size) {
    unsigned int lanes = size >= 32u ? 0xffffffffu : ((1u << size) - 1u) << (__simt_lane() & ~(size - 1u));
    thread_group g = {1, parent.__kind == 1 ? lanes & parent.__mask : lanes};
    return g;
}
inline __device__ coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size) {
    unsigned int rank = parent.thread_rank() / size, mask = 0, left = parent.__mask;
    for (unsigned int i = 0; left; i++, left &= left - 1u)
        if (i / size == rank) mask |= left & (0u - left);
    coalesced_group g = {mask, rank, (parent.size() + size - 1u) / size};
    return g;
}
inline __device__ unsigned int __simt_mask_of(const coalesced_group &g) { return g.__mask; }
template <unsigned int N, class P> __device__ unsigned int __simt_mask_of(const thread_block_tile<N, P> &g) {
    return g.__lanes();
}
template <class Group> __device__ coalesced_group binary_partition(const Group &parent, bool predicate) {
    unsigned int mask = __simt_mask_of(parent), yes = __ballot_sync(mask, predicate) & mask;
    coalesced_group g = {predicate ? yes : mask & ~yes, predicate ? 1u : 0u, 2};
    return g;
}
template <class Group, class T> __device__ coalesced_group labeled_partition(const Group &parent, T label) {
    unsigned int mask = __simt_mask_of(parent);
    coalesced_group g = {__match_any_sync(mask, label) & mask, 0, 1};
    unsigned int first = (unsigned int)__ffs((int)g.__mask) - 1u, rank = 0, groups = 0;
    unsigned int leaders = __ballot_sync(mask, first == __simt_lane()) & mask;
    rank = (unsigned int)__popc(leaders & ((1u << first) - 1u));
    groups = (unsigned int)__popc(leaders);
    g.__meta_rank = rank;
    g.__meta_size = groups;
    return g;
}

template <class Group> __device__ void sync(const Group &g) { g.sync(); }
template <class Group> __device__ auto thread_rank(const Group &g) { return g.thread_rank(); }
template <class Group> __device__ auto group_size(const Group &g) { return g.size(); }
template <class Group, class F, class... A> __device__ void invoke_one(const Group &g, F f, A... args) {
    if (g.thread_rank() == 0) f(args...);
}
template <class Group, class F, class... A> __device__ auto invoke_one_broadcast(const Group &g, F f, A... args) {
    decltype(f(args...)) value;
    if (g.thread_rank() == 0) value = f(args...);
    return g.shfl(value, 0);
}

// ---- operations for reduce and scan ----
template <class T = void> struct plus {
    __host__ __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T = void> struct less {
    __host__ __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T = void> struct greater {
    __host__ __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T = void> struct bit_and {
    __host__ __device__ T operator()(T a, T b) const { return a & b; }
};
template <class T = void> struct bit_or {
    __host__ __device__ T operator()(T a, T b) const { return a | b; }
};
template <class T = void> struct bit_xor {
    __host__ __device__ T operator()(T a, T b) const { return a ^ b; }
};

}  // namespace cooperative_groups
