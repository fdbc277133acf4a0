// Matrices as cuBLAS keeps them, and what is done with them: one kernel for every shape.
// The rule: column-major; of a symmetric or triangular matrix one triangle is read, of a band its diagonals; a thread makes one element,
// and adds in the order of the index, so that every run gives the same bits.
#pragma once
#include <simt/cublas_number.h>

enum __simt_kept { __simt_whole, __simt_band, __simt_packed };
enum __simt_form { __simt_general, __simt_symmetric, __simt_hermitian, __simt_triangular };

template <class T> struct __simt_shape {
    T *a;
    long long rows, lda, below, above;
    __simt_kept kept;
    __simt_form form;
    bool upper, unit, turned, conjugate;

    __host__ __device__ __simt_shape(const T *a, long long rows, long long lda, bool turned, bool conjugate)
        : a((T *)a), rows(rows), lda(lda), below(0), above(0), kept(__simt_whole), form(__simt_general), upper(false),
          unit(false), turned(turned), conjugate(conjugate) {}
    __host__ __device__ __simt_shape(const T *a, long long rows, long long lda, __simt_form form, bool upper)
        : a((T *)a), rows(rows), lda(lda), below(0), above(0), kept(__simt_whole), form(form), upper(upper),
          unit(false), turned(false), conjugate(false) {}
    __host__ __device__ __simt_shape banded(long long below, long long above) const {
        __simt_shape other = *this;
        other.kept = __simt_band;
        other.below = below;
        other.above = above;
        return other;
    }
    __host__ __device__ __simt_shape in_a_row() const {
        __simt_shape other = *this;
        other.kept = __simt_packed;
        return other;
    }
    __host__ __device__ __simt_shape as(bool t, bool c, bool u) const {
        __simt_shape other = *this;
        other.turned = t;
        other.conjugate = c;
        other.unit = u;
        return other;
    }
    // Whether unknowns are found from the first on.
    __host__ __device__ bool forward() const { return upper == turned; }
    __device__ size_t place(long long i, long long j) const {
        if (kept == __simt_band) return j * lda + above + i - j;
        if (kept == __simt_packed) return upper ? i + j * (j + 1) / 2 : i + j * (2 * rows - j - 1) / 2;
        return j * lda + i;
    }
    __device__ T at(long long i, long long j) const {
        bool other = conjugate;
        if (turned) {
            long long k = i;
            i = j;
            j = k;
        }
        bool outside = upper ? i > j : i < j;
        if (form == __simt_triangular) {
            if (outside) return T(0);
            if (unit && i == j) return T(1);
        } else if (form != __simt_general && outside) {
            long long k = i;
            i = j;
            j = k;
            if (form == __simt_hermitian) other = !other;
        }
        if (kept == __simt_band && (j - i > above || i - j > below)) return T(0);
        T value = a[place(i, j)];
        return other ? __simt_conjugate(value) : value;
    }
};

template <class T>
__global__ void __simt_shape_mv(__simt_shape<T> a, int rows, int columns, T alpha, const T *x, long long xs, T beta,
                                T *y, long long ys) {
    long long i = blockIdx.x * 128ll + threadIdx.x;
    if (i >= rows) return;
    T sum = T(0);
    for (long long j = 0; j < columns; j++) sum += a.at(i, j) * x[j * xs];
    T value = alpha * sum;
    if (beta != T(0)) value += beta * y[i * ys];
    y[i * ys] = value;
}
// One block finds the unknowns one after the other.
template <class T> __global__ void __simt_shape_sv(__simt_shape<T> a, int n, T *x, long long xs) {
    for (int step = 0; step < n; step++) {
        int j = a.forward() ? step : n - 1 - step;
        if (threadIdx.x == 0 && !a.unit) x[j * xs] = x[j * xs] / a.at(j, j);
        __syncthreads();
        T found = x[j * xs];
        for (int k = step + 1 + threadIdx.x; k < n; k += blockDim.x) {
            int i = a.forward() ? k : n - 1 - k;
            x[i * xs] -= a.at(i, j) * found;
        }
        __syncthreads();
    }
}
// A += alpha x y', and the same with x and y exchanged if both.
template <class T>
__global__ void __simt_shape_rank(__simt_shape<T> a, int m, int n, T alpha, const T *x, long long xs, const T *y,
                                  long long ys, bool conjugate, bool both) {
    long long i = blockIdx.x * 128ll + threadIdx.x, j = blockIdx.y;
    if (i >= m || a.form != __simt_general && (a.upper ? i > j : i < j)) return;
    T right = y[j * ys], other = x[j * xs];
    T more = alpha * x[i * xs] * (conjugate ? __simt_conjugate(right) : right);
    if (both)
        more += (conjugate ? __simt_conjugate(alpha) : alpha) * y[i * ys] * (conjugate ? __simt_conjugate(other) : other);
    a.a[a.place(i, j)] += more;
}
// What of a result is written.
enum __simt_part { __simt_all, __simt_lower, __simt_upper };
template <class T>
__global__ void __simt_shape_mm(__simt_shape<T> a, __simt_shape<T> b, int m, int n, int k, T alpha, T beta, T *c,
                                long long ldc, __simt_part part) {
    long long i = blockIdx.x * 32ll + threadIdx.x, j = blockIdx.y * 8ll + threadIdx.y;
    if (i >= m || j >= n || part == __simt_lower && i < j || part == __simt_upper && i > j) return;
    T sum = T(0);
    for (long long p = 0; p < k; p++) sum += a.at(i, p) * b.at(p, j);
    T value = alpha * sum;
    if (beta != T(0)) value += beta * c[j * ldc + i];
    c[j * ldc + i] = value;
}
template <class T>
void __simt_run_mm(cudaStream_t stream, __simt_shape<T> a, __simt_shape<T> b, int m, int n, int k, T alpha, T beta,
                   T *c, long long ldc, __simt_part part = __simt_all) {
    if (m <= 0 || n <= 0) return;
    __simt_shape_mm<<<dim3((m + 31) / 32, (n + 7) / 8), dim3(32, 8), 0, stream>>>(a, b, m, n, k, alpha, beta, c, ldc,
                                                                                  part);
}
// Each thread solves for one of the right sides, which lie `far` from one another and whose elements lie `near`.
template <class T>
__global__ void __simt_shape_sm(__simt_shape<T> a, int n, int count, T alpha, T *b, long long near, long long far) {
    long long which = blockIdx.x * 64ll + threadIdx.x;
    if (which >= count) return;
    T *x = b + which * far;
    for (int step = 0; step < n; step++) {
        long long i = a.forward() ? step : n - 1 - step;
        T sum = alpha * x[i * near];
        for (int before = 0; before < step; before++) {
            long long k = a.forward() ? before : n - 1 - before;
            sum -= a.at(i, k) * x[k * near];
        }
        x[i * near] = a.unit ? sum : sum / a.at(i, i);
    }
}
template <class T>
__global__ void __simt_diagonal_mm(bool left, int m, const T *a, long long lda, const T *x, long long xs, T *c,
                                   long long ldc) {
    long long i = blockIdx.x * 128ll + threadIdx.x, j = blockIdx.y;
    if (i < m) c[j * ldc + i] = a[j * lda + i] * x[(left ? i : j) * xs];
}
// One block a matrix: rows are exchanged as `pivots` then says, counted from one, unless there are none.
template <class T> __global__ void __simt_lu(int n, T *const *list, int lda, int *pivots, int *info) {
    T *a = list[blockIdx.x];
    __shared__ int chosen;
    int failed = 0;
    for (int k = 0; k < n; k++) {
        if (threadIdx.x == 0) {
            int best = k;
            for (int i = k + 1; pivots && i < n; i++)
                if (__simt_size(a[(size_t)k * lda + i]) > __simt_size(a[(size_t)k * lda + best])) best = i;
            chosen = best;
            if (pivots) pivots[blockIdx.x * n + k] = best + 1;
        }
        __syncthreads();
        for (int j = threadIdx.x; chosen != k && j < n; j += blockDim.x) {
            T kept = a[(size_t)j * lda + k];
            a[(size_t)j * lda + k] = a[(size_t)j * lda + chosen];
            a[(size_t)j * lda + chosen] = kept;
        }
        __syncthreads();
        T by = a[(size_t)k * lda + k];
        if (by == T(0)) {
            if (!failed) failed = k + 1;
        } else {
            for (int i = k + 1 + threadIdx.x; i < n; i += blockDim.x) a[(size_t)k * lda + i] = a[(size_t)k * lda + i] / by;
        }
        __syncthreads();
        for (int at = threadIdx.x; at < (n - k - 1) * (n - k - 1); at += blockDim.x) {
            size_t i = k + 1 + at % (n - k - 1), j = k + 1 + at / (n - k - 1);
            a[j * lda + i] -= a[(size_t)k * lda + i] * a[j * lda + k];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) info[blockIdx.x] = failed;
}
// One block a matrix that `__simt_lu` has divided, a thread a right side: those of B, or, where there are none, the unit matrix, into B.
template <class T>
__global__ void __simt_lu_solve(int n, int count, const T *const *list, int lda, const int *pivots, T *const *right,
                                int ldb, bool turned, bool fresh) {
    const T *a = list[blockIdx.x];
    for (int which = threadIdx.x; which < count; which += blockDim.x) {
        T *x = right[blockIdx.x] + (size_t)which * ldb;
        for (int i = 0; fresh && i < n; i++) x[i] = T(i == which ? 1 : 0);
        __simt_shape<T> low(a, n, lda, __simt_triangular, false), high(a, n, lda, __simt_triangular, true);
        low = low.as(turned, false, true);
        high = high.as(turned, false, false);
        for (int k = 0; !turned && pivots && k < n; k++) {
            int other = pivots[blockIdx.x * n + k] - 1;
            T kept = x[k];
            x[k] = x[other];
            x[other] = kept;
        }
        for (int half = 0; half < 2; half++) {
            __simt_shape<T> by = (half == 0) == turned ? high : low;
            for (int step = 0; step < n; step++) {
                int i = by.forward() ? step : n - 1 - step;
                T sum = x[i];
                for (int before = 0; before < step; before++) {
                    int k = by.forward() ? before : n - 1 - before;
                    sum -= by.at(i, k) * x[k];
                }
                x[i] = by.unit ? sum : sum / by.at(i, i);
            }
        }
        for (int k = n - 1; turned && pivots && k >= 0; k--) {
            int other = pivots[blockIdx.x * n + k] - 1;
            T kept = x[k];
            x[k] = x[other];
            x[other] = kept;
        }
    }
}
