// cuBLAS's kernels. A thread makes four by four elements of a product; reductions are one block's.
// Next: cublas_v2.h, the functions that launch them.
#pragma once
#include <cub/block/block_reduce.cuh>
#include <cuda_bf16.h>
#include <library_types.h>

// A scalar on either side of the bus.
template <class T> double __simt_scalar(const T *p) {
    T value = T(0.0f);
    if (p) __simt_cuda_memcpy(&value, p, sizeof(T), cudaMemcpyDefault);
    return (double)(float)value;
}
inline double __simt_scalar(const double *p) {
    double value = 0.0;
    if (p) __simt_cuda_memcpy(&value, p, sizeof(double), cudaMemcpyDefault);
    return value;
}
inline double __simt_scalar(const int *p) {
    int value = 0;
    if (p) __simt_cuda_memcpy(&value, p, sizeof(int), cudaMemcpyDefault);
    return value;
}

struct __simt_matrices {
    const void *a, *b;
    void *c;
    int a_type, b_type, c_type, lda, ldb, ldc;
    long long a_step, b_step, c_step;
    bool a_turned, b_turned;
};

template <class T> __device__ T __simt_get(const void *p, size_t i, int type) {
    switch (type) {
        case CUDA_R_64F: return (T)((const double *)p)[i];
        case CUDA_R_16F: return (T)__half2float(((const __half *)p)[i]);
        case CUDA_R_16BF: return (T)__bfloat162float(((const __nv_bfloat16 *)p)[i]);
        case CUDA_R_8I: return (T)((const signed char *)p)[i];
        case CUDA_R_32I: return (T)((const int *)p)[i];
        default: return (T)((const float *)p)[i];
    }
}
template <class T> __device__ void __simt_put(void *p, size_t i, int type, T value) {
    switch (type) {
        case CUDA_R_64F: ((double *)p)[i] = (double)value; break;
        case CUDA_R_16F: ((__half *)p)[i] = __float2half((float)value); break;
        case CUDA_R_16BF: ((__nv_bfloat16 *)p)[i] = __float2bfloat16((float)value); break;
        case CUDA_R_8I: ((signed char *)p)[i] = (signed char)value; break;
        case CUDA_R_32I: ((int *)p)[i] = (int)value; break;
        default: ((float *)p)[i] = (float)value;
    }
}

// A block makes 64 by 64 elements, from 16 columns of the one matrix and 16 rows of the other at a time.
template <class T> __global__ void __simt_gemm(__simt_matrices x, int m, int n, int k, T alpha, T beta) {
    __shared__ T left[16][64], right[16][64];
    int number = threadIdx.y * 16 + threadIdx.x, row0 = blockIdx.x * 64, column0 = blockIdx.y * 64;
    int row = row0 + threadIdx.x * 4, column = column0 + threadIdx.y * 4;
    long long batch = blockIdx.z;
    size_t a_start = batch * x.a_step, b_start = batch * x.b_step, c_start = batch * x.c_step;
    T sum[4][4];
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) sum[i][j] = 0;
    for (int p = 0; p < k; p += 16) {
        for (int e = number; e < 1024; e += 256) {
            size_t q = p + e / 64, r = row0 + e % 64, c = column0 + e % 64;
            T one = 0, other = 0;
            if (q < k && r < m)
                one = __simt_get<T>(x.a, a_start + (x.a_turned ? r * x.lda + q : q * x.lda + r), x.a_type);
            if (q < k && c < n)
                other = __simt_get<T>(x.b, b_start + (x.b_turned ? q * x.ldb + c : c * x.ldb + q), x.b_type);
            left[e / 64][e % 64] = one;
            right[e / 64][e % 64] = other;
        }
        __syncthreads();
        int depth = k - p < 16 ? k - p : 16;
        for (int q = 0; q < depth; q++) {
            T one[4], other[4];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                one[i] = left[q][threadIdx.x * 4 + i];
                other[i] = right[q][threadIdx.y * 4 + i];
            }
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) sum[i][j] += one[i] * other[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++) {
            if (row + i >= m || column + j >= n) continue;
            size_t at = c_start + (size_t)(column + j) * x.ldc + (row + i);
            T value = alpha * sum[i][j];
            if (beta != (T)0) value += beta * __simt_get<T>(x.c, at, x.c_type);
            __simt_put(x.c, at, x.c_type, value);
        }
}
// The same of thin matrices, a thread an element: most of a block's 64 by 64 would be outside.
template <class T> __global__ void __simt_thin_gemm(__simt_matrices x, int m, int n, int k, T alpha, T beta) {
    int row = blockIdx.x * 32 + threadIdx.x, column = blockIdx.y * 8 + threadIdx.y;
    if (row >= m || column >= n) return;
    long long batch = blockIdx.z;
    size_t a_at = batch * x.a_step + (size_t)row * (x.a_turned ? x.lda : 1), a_next = x.a_turned ? 1 : x.lda;
    size_t b_at = batch * x.b_step + (size_t)column * (x.b_turned ? 1 : x.ldb), b_next = x.b_turned ? x.ldb : 1;
    size_t at = batch * x.c_step + (size_t)column * x.ldc + row;
    T sum = 0;
    for (int q = 0; q < k; q++)
        sum += __simt_get<T>(x.a, a_at + q * a_next, x.a_type) * __simt_get<T>(x.b, b_at + q * b_next, x.b_type);
    T value = alpha * sum;
    if (beta != (T)0) value += beta * __simt_get<T>(x.c, at, x.c_type);
    __simt_put(x.c, at, x.c_type, value);
}
// The same of floats or doubles, a thread an element: a loop that only adds up is made many rounds at once where nobody watches.
template <class T>
__global__ void __simt_plain_gemm(const T *a, int a_row, int a_next, const T *b, int b_column, int b_next, T *c, int ldc,
                                  int m, int n, int k, T alpha, T beta, __simt_matrices x) {
    int row = blockIdx.x * 32 + threadIdx.x, column = blockIdx.y * 8 + threadIdx.y;
    if (row >= m || column >= n) return;
    a += blockIdx.z * x.a_step;
    b += blockIdx.z * x.b_step;
    c += blockIdx.z * x.c_step;
    T sum = 0;
    for (int q = 0; q < k; q++) sum += a[row * a_row + q * a_next] * b[column * b_column + q * b_next];
    T value = alpha * sum;
    if (beta != 0) value += beta * c[column * ldc + row];
    c[column * ldc + row] = value;
}
// Whether all three are of one type, and their elements can be counted in 31 bits.
inline bool __simt_of_one_type(const __simt_matrices &x, cudaDataType_t type, long long m, long long n, long long k) {
    long long most = 1ll << 31;
    return x.a_type == type && x.b_type == type && x.c_type == type && n <= 65535 * 8 &&
           (x.a_turned ? m : k) * x.lda < most && (x.b_turned ? k : n) * x.ldb < most && n * x.ldc < most;
}
// The type of matrices of floats or doubles.
template <class T> constexpr cudaDataType __simt_type = sizeof(T) == sizeof(double) ? CUDA_R_64F : CUDA_R_32F;
// A matrix of any type as one of `T`, column after column; and such a one as a matrix of any type.
template <class T> __global__ void __simt_widen(const void *from, int type, int ld, int rows, T *to) {
    int row = blockIdx.x * 256 + threadIdx.x, column = blockIdx.y;
    if (row < rows) to[column * (size_t)rows + row] = __simt_get<T>(from, column * (size_t)ld + row, type);
}
template <class T> __global__ void __simt_narrow(const T *from, int rows, void *to, int type, int ld) {
    int row = blockIdx.x * 256 + threadIdx.x, column = blockIdx.y;
    if (row < rows) __simt_put(to, column * (size_t)ld + row, type, from[column * (size_t)rows + row]);
}
template <class T> T *__simt_widened(const void *from, int type, int ld, int rows, int columns, cudaStream_t stream) {
    T *to;
    cudaMalloc(&to, (size_t)rows * columns * sizeof(T));
    if (from) __simt_widen<<<dim3((rows + 255) / 256, columns), 256, 0, stream>>>(from, type, ld, rows, to);
    return to;
}
template <class T>
void __simt_run_gemm(__simt_matrices x, int m, int n, int k, int count, double alpha, double beta, cudaStream_t stream);
// Large matrices of smaller types are widened first: then the product is a plain one.
template <class T>
void __simt_run_widened(const __simt_matrices &x, int m, int n, int k, double alpha, double beta, cudaStream_t stream) {
    cudaDataType type = __simt_type<T>;
    int a_rows = x.a_turned ? k : m, b_rows = x.b_turned ? n : k;
    T *a = __simt_widened<T>(x.a, x.a_type, x.lda, a_rows, x.a_turned ? m : k, stream);
    T *b = __simt_widened<T>(x.b, x.b_type, x.ldb, b_rows, x.b_turned ? k : n, stream);
    bool apart = x.c_type != type;
    T *c = apart ? __simt_widened<T>(beta != 0 ? x.c : nullptr, x.c_type, x.ldc, m, n, stream) : (T *)x.c;
    __simt_matrices wide = {a, b, c, type, type, type, a_rows, b_rows, apart ? m : x.ldc, 0, 0, 0, x.a_turned, x.b_turned};
    __simt_run_gemm<T>(wide, m, n, k, 1, alpha, beta, stream);
    if (apart) __simt_narrow<<<dim3((m + 255) / 256, n), 256, 0, stream>>>(c, m, x.c, x.c_type, x.ldc);
    cudaFree(a);
    cudaFree(b);
    if (apart) cudaFree(c);
}
template <class T>
void __simt_run_gemm(__simt_matrices x, int m, int n, int k, int count, double alpha, double beta,
                     cudaStream_t stream) {
    if (m <= 0 || n <= 0 || count <= 0) return;
    if (T(0.5) != T(0) && __simt_of_one_type(x, __simt_type<T>, m, n, k)) {
        __simt_plain_gemm<<<dim3((m + 31) / 32, (n + 7) / 8, count), dim3(32, 8), 0, stream>>>(
            (const T *)x.a, x.a_turned ? x.lda : 1, x.a_turned ? 1 : x.lda, (const T *)x.b, x.b_turned ? 1 : x.ldb,
            x.b_turned ? x.ldb : 1, (T *)x.c, x.ldc, m, n, k, (T)alpha, (T)beta, x);
        return;
    }
    long long most = 65535;
    if (T(0.5) != T(0) && count == 1 && (double)m * n * k > 1 << 21 && m <= most && n <= most && k <= most &&
        (x.a_type != __simt_type<T> || x.b_type != __simt_type<T> || x.c_type != __simt_type<T>))
        return __simt_run_widened<T>(x, m, n, k, alpha, beta, stream);
    if ((m < 16 || n < 16) && n <= 65535 * 8) {
        __simt_thin_gemm<T><<<dim3((m + 31) / 32, (n + 7) / 8, count), dim3(32, 8), 0, stream>>>(x, m, n, k, (T)alpha,
                                                                                              (T)beta);
        return;
    }
    dim3 grid((m + 63) / 64, (n + 63) / 64, count), block(16, 16);
    __simt_gemm<T><<<grid, block, 0, stream>>>(x, m, n, k, (T)alpha, (T)beta);
}

template <class T> __global__ void __simt_axpy(int n, T alpha, const T *x, int xs, T *y, int ys) {
    long long i = blockIdx.x * 256ll + threadIdx.x;
    if (i < n) y[i * ys] += alpha * x[i * xs];
}
template <class T> __global__ void __simt_scal(int n, T alpha, T *x, int xs) {
    long long i = blockIdx.x * 256ll + threadIdx.x;
    if (i < n) x[i * xs] *= alpha;
}
template <class T> __global__ void __simt_exchange(int n, T *x, int xs, T *y, int ys, bool both) {
    long long i = blockIdx.x * 256ll + threadIdx.x;
    if (i >= n) return;
    T from = x[i * xs];
    if (both) x[i * xs] = y[i * ys];
    y[i * ys] = from;
}
template <class T>
__global__ void __simt_gemv(int rows, int columns, bool turned, T alpha, const T *a, int lda, const T *x, int xs,
                            T beta, T *y, int ys) {
    long long row = blockIdx.x * 128ll + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (long long c = 0; c < columns; c++) sum += (turned ? a[row * lda + c] : a[c * lda + row]) * x[c * xs];
    T value = alpha * sum;
    if (beta != (T)0) value += beta * y[row * ys];
    y[row * ys] = value;
}
template <class T> __global__ void __simt_ger(int m, T alpha, const T *x, int xs, const T *y, int ys, T *a, int lda) {
    long long row = blockIdx.x * 128ll + threadIdx.x, column = blockIdx.y;
    if (row < m) a[column * lda + row] += alpha * x[row * xs] * y[column * ys];
}
template <class T>
__global__ void __simt_geam(int m, T alpha, const T *a, int lda, bool ta, T beta, const T *b, int ldb, bool tb, T *c,
                            int ldc) {
    long long row = blockIdx.x * 128ll + threadIdx.x, column = blockIdx.y;
    if (row >= m) return;
    T value = 0;
    if (alpha != (T)0) value += alpha * (ta ? a[row * lda + column] : a[column * lda + row]);
    if (beta != (T)0) value += beta * (tb ? b[row * ldb + column] : b[column * ldb + row]);
    c[column * ldc + row] = value;
}
// 0: of products; 1: the root of the sum of squares; 2: of sizes.
template <class T> __global__ void __simt_sums(int n, const T *x, int xs, const T *y, int ys, int what, T *out) {
    typedef cub::BlockReduce<T, 256> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    T sum = 0;
    for (long long i = threadIdx.x; i < n; i += 256) {
        T item = x[i * xs];
        sum += what == 2 ? (item < 0 ? -item : item) : item * y[i * ys];
    }
    T all = Reduce(storage).Sum(sum);
    if (threadIdx.x == 0) *out = what == 1 ? (T)sqrt(all) : all;
}
template <class T>
void __simt_sum(cudaStream_t stream, int n, const T *x, int xs, const T *y, int ys, int what, T *to) {
    T *out;
    cudaMalloc(&out, sizeof(T));
    __simt_sums<<<1, 256, 0, stream>>>(n, x, xs, y, ys, what, out);
    __simt_cuda_memcpy(to, out, sizeof(T), cudaMemcpyDefault);
    cudaFree(out);
}
// The first place, counted from one, of the greatest or least size.
template <class T> __global__ void __simt_extremes(int n, const T *x, int xs, bool most, int *out) {
    typedef cub::KeyValuePair<int, T> Pair;
    typedef cub::BlockReduce<Pair, 256> Reduce;
    __shared__ typename Reduce::TempStorage storage;
    Pair best(n + 1, (T)-1);
    for (long long i = threadIdx.x; i < n; i += 256) {
        T size = x[i * xs];
        if (size < 0) size = -size;
        if (best.key > n || (most ? size > best.value : size < best.value)) best = Pair((int)i + 1, size);
    }
    int count = n < 256 ? n : 256;
    Pair all = best;
    if (most) all = Reduce(storage).Reduce(best, cub::ArgMax(), count);
    else all = Reduce(storage).Reduce(best, cub::ArgMin(), count);
    if (threadIdx.x == 0) *out = n > 0 ? all.key : 0;
}
template <class T> void __simt_extreme(cudaStream_t stream, int n, const T *x, int xs, bool most, int *to) {
    int *out;
    cudaMalloc(&out, sizeof(int));
    __simt_extremes<<<1, 256, 0, stream>>>(n, x, xs, most, out);
    __simt_cuda_memcpy(to, out, sizeof(int), cudaMemcpyDefault);
    cudaFree(out);
}
