// cub::BlockDiscontinuity, BlockAdjacentDifference and BlockShuffle: what a thread sees of the items beside its own.
// Next: cub/block/block_exchange.cuh.
#pragma once
#include <cub/thread/thread_operators.cuh>

namespace cub {

// Each thread's first and last item, where others can see them.
template <class T, int THREADS> struct __simt_ends {
    T first[THREADS];
    T last[THREADS];
};

// An operation that may want the index too, as the older form does.
template <class Op, class T> __device__ auto __simt_asked(Op op, const T &a, const T &b, int at, int) -> decltype(op(a, b, at)) {
    return op(a, b, at);
}
template <class Op, class T> __device__ auto __simt_asked(Op op, const T &a, const T &b, int at, long) -> decltype(op(a, b)) {
    return op(a, b);
}

template <class T, int X, int Y = 1, int Z = 1, int ARCH = 0> class BlockDiscontinuity {
    static constexpr int THREADS = X * Y * Z;

  public:
    typedef __simt_ends<T, THREADS> TempStorage;
    __device__ BlockDiscontinuity() : storage(own()) {}
    __device__ BlockDiscontinuity(TempStorage &given) : storage(given) {}

    template <int N, class F, class Op> __device__ void FlagHeads(F (&heads)[N], T (&items)[N], Op op) {
        show(items);
        head(heads, items, op, (const T *)0);
    }
    template <int N, class F, class Op> __device__ void FlagHeads(F (&heads)[N], T (&items)[N], Op op, T before) {
        show(items);
        head(heads, items, op, &before);
    }
    template <int N, class F, class Op> __device__ void FlagTails(F (&tails)[N], T (&items)[N], Op op) {
        show(items);
        tail(tails, items, op, (const T *)0);
    }
    template <int N, class F, class Op> __device__ void FlagTails(F (&tails)[N], T (&items)[N], Op op, T after) {
        show(items);
        tail(tails, items, op, &after);
    }
    template <int N, class F, class Op>
    __device__ void FlagHeadsAndTails(F (&heads)[N], F (&tails)[N], T (&items)[N], Op op) {
        show(items);
        head(heads, items, op, (const T *)0);
        tail(tails, items, op, (const T *)0);
    }
    template <int N, class F, class Op>
    __device__ void FlagHeadsAndTails(F (&heads)[N], T before, F (&tails)[N], T after, T (&items)[N], Op op) {
        show(items);
        head(heads, items, op, &before);
        tail(tails, items, op, &after);
    }

  private:
    TempStorage &storage;
    static __device__ TempStorage &own() {
        __shared__ TempStorage shared;
        return shared;
    }
    template <int N> __device__ void show(T (&items)[N]) {
        storage.first[__simt_thread()] = items[0];
        storage.last[__simt_thread()] = items[N - 1];
        __syncthreads();
    }
    template <int N, class F, class Op> __device__ void head(F (&heads)[N], T (&items)[N], Op op, const T *before) {
        int thread = __simt_thread();
        for (int i = N - 1; i > 0; i--) heads[i] = __simt_asked(op, items[i - 1], items[i], thread * N + i, 0) ? 1 : 0;
        if (thread > 0) heads[0] = __simt_asked(op, storage.last[thread - 1], items[0], thread * N, 0) ? 1 : 0;
        else heads[0] = !before || __simt_asked(op, *before, items[0], 0, 0) ? 1 : 0;
    }
    template <int N, class F, class Op> __device__ void tail(F (&tails)[N], T (&items)[N], Op op, const T *after) {
        int thread = __simt_thread();
        for (int i = 0; i + 1 < N; i++) tails[i] = __simt_asked(op, items[i], items[i + 1], thread * N + i + 1, 0) ? 1 : 0;
        int at = thread * N + N;
        if (thread + 1 < THREADS) tails[N - 1] = __simt_asked(op, items[N - 1], storage.first[thread + 1], at, 0) ? 1 : 0;
        else tails[N - 1] = !after || __simt_asked(op, items[N - 1], *after, at, 0) ? 1 : 0;
    }
};

template <class T, int X, int Y = 1, int Z = 1, int ARCH = 0> class BlockAdjacentDifference {
    static constexpr int THREADS = X * Y * Z;

  public:
    typedef __simt_ends<T, THREADS> TempStorage;
    __device__ BlockAdjacentDifference() : storage(own()) {}
    __device__ BlockAdjacentDifference(TempStorage &given) : storage(given) {}

    template <int N, class O, class Op> __device__ void SubtractLeft(T (&in)[N], O (&out)[N], Op op) {
        left(in, out, op, (const T *)0, THREADS * N);
    }
    template <int N, class O, class Op> __device__ void SubtractLeft(T (&in)[N], O (&out)[N], Op op, T before) {
        left(in, out, op, &before, THREADS * N);
    }
    template <int N, class O, class Op>
    __device__ void SubtractLeftPartialTile(T (&in)[N], O (&out)[N], Op op, int valid) {
        left(in, out, op, (const T *)0, valid);
    }
    template <int N, class O, class Op>
    __device__ void SubtractLeftPartialTile(T (&in)[N], O (&out)[N], Op op, int valid, T before) {
        left(in, out, op, &before, valid);
    }
    template <int N, class O, class Op> __device__ void SubtractRight(T (&in)[N], O (&out)[N], Op op) {
        right(in, out, op, (const T *)0, THREADS * N);
    }
    template <int N, class O, class Op> __device__ void SubtractRight(T (&in)[N], O (&out)[N], Op op, T after) {
        right(in, out, op, &after, THREADS * N);
    }
    template <int N, class O, class Op>
    __device__ void SubtractRightPartialTile(T (&in)[N], O (&out)[N], Op op, int valid) {
        right(in, out, op, (const T *)0, valid);
    }

  private:
    TempStorage &storage;
    static __device__ TempStorage &own() {
        __shared__ TempStorage shared;
        return shared;
    }
    template <int N, class O, class Op> __device__ void left(T (&in)[N], O (&out)[N], Op op, const T *before, int valid) {
        int thread = __simt_thread();
        storage.last[thread] = in[N - 1];
        __syncthreads();
        for (int i = N - 1; i >= 0; i--) {
            T item = in[i];
            bool some = i > 0 || thread > 0 || before;
            if (!some || thread * N + i >= valid) out[i] = item;
            else {
                // It may take both by reference.
                T other = i > 0 ? in[i - 1] : thread > 0 ? storage.last[thread - 1] : *before;
                out[i] = op(item, other);
            }
        }
    }
    template <int N, class O, class Op> __device__ void right(T (&in)[N], O (&out)[N], Op op, const T *after, int valid) {
        int thread = __simt_thread();
        storage.first[thread] = in[0];
        __syncthreads();
        for (int i = 0; i < N; i++) {
            T item = in[i];
            bool some = thread * N + i + 1 < valid || after && thread * N + i + 1 == valid;
            if (!some) out[i] = item;
            else {
                T other = thread * N + i + 1 == valid ? *after : i + 1 < N ? in[i + 1] : storage.first[thread + 1];
                out[i] = op(item, other);
            }
        }
    }
};

template <class T, int X, int Y = 1, int Z = 1, int ARCH = 0> class BlockShuffle {
    static constexpr int THREADS = X * Y * Z;

  public:
    struct TempStorage { T items[THREADS]; };
    __device__ BlockShuffle() : storage(own()) {}
    __device__ BlockShuffle(TempStorage &given) : storage(given) {}

    // Threads past the ends keep what they had.
    __device__ void Offset(T in, T &out, int by = 1) {
        int from = show(in) + by;
        if (from >= 0 && from < THREADS) out = storage.items[from];
    }
    __device__ void Rotate(T in, T &out, unsigned int by = 1) {
        int thread = show(in);
        out = storage.items[(thread + by) % THREADS];
    }
    template <int N> __device__ void Up(T (&in)[N], T (&out)[N]) {
        int thread = show(in[N - 1]);
        for (int i = N - 1; i > 0; i--) out[i] = in[i - 1];
        if (thread > 0) out[0] = storage.items[thread - 1];
    }
    template <int N> __device__ void Up(T (&in)[N], T (&out)[N], T &last) {
        Up(in, out);
        last = storage.items[THREADS - 1];
    }
    template <int N> __device__ void Down(T (&in)[N], T (&out)[N]) {
        int thread = show(in[0]);
        for (int i = 0; i + 1 < N; i++) out[i] = in[i + 1];
        if (thread + 1 < THREADS) out[N - 1] = storage.items[thread + 1];
    }
    template <int N> __device__ void Down(T (&in)[N], T (&out)[N], T &first) {
        Down(in, out);
        first = storage.items[0];
    }

  private:
    TempStorage &storage;
    static __device__ TempStorage &own() {
        __shared__ TempStorage shared;
        return shared;
    }
    __device__ int show(T item) {
        int thread = __simt_thread();
        storage.items[thread] = item;
        __syncthreads();
        return thread;
    }
};

}  // namespace cub
