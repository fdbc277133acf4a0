// cuBLAS's functions on vectors that are rotated, and on a matrix and vectors: of every shape, in four kinds of numbers.
// The rule: what takes a complex number takes it as a plain pair.
// Next: simt/cublas_level3.h.
#pragma once
#include <simt/cublas_shapes.h>

inline int __simt_blocks(long long n) { return (int)((n + 127) / 128); }

template <class T, class R>
__global__ void __simt_rotate(long long n, T *x, long long xs, T *y, long long ys, R c, T s) {
    long long i = blockIdx.x * 128ll + threadIdx.x;
    if (i >= n) return;
    T a = x[i * xs], b = y[i * ys];
    x[i * xs] = T(c) * a + s * b;
    y[i * ys] = T(c) * b - __simt_conjugate(s) * a;
}
template <class T> __global__ void __simt_turn_by(long long n, T *x, long long xs, T *y, long long ys, T p, T q, T r, T s) {
    long long i = blockIdx.x * 128ll + threadIdx.x;
    if (i >= n) return;
    T a = x[i * xs], b = y[i * ys];
    x[i * xs] = p * a + r * b;
    y[i * ys] = q * a + s * b;
}
template <class T, class R>
cublasStatus_t __simt_rot(cublasHandle_t h, int n, T *x, int xs, T *y, int ys, const R *c, T s) {
    if (n > 0)
        __simt_rotate<<<__simt_blocks(n), 128, 0, h->stream>>>(n, __simt_first(x, n, xs), xs, __simt_first(y, n, ys), ys,
                                                                __simt_pointed(c), s);
    return __simt_cublas_status();
}
template <class T> cublasStatus_t __simt_rotg(T *pa, T *pb, T *pc, T *ps) {
    T a = __simt_pointed(pa), b = __simt_pointed(pb), c = 1, s = 0, r = 0, z = 0;
    T larger = fabs(a) > fabs(b) ? a : b, all = fabs(a) + fabs(b);
    if (all != 0) {
        r = all * sqrt(a / all * (a / all) + b / all * (b / all));
        if (larger < 0) r = -r;
        c = a / r;
        s = b / r;
        z = fabs(a) > fabs(b) ? s : c != 0 ? 1 / c : 1;
    }
    __simt_give(pa, r);
    __simt_give(pb, z);
    __simt_give(pc, c);
    __simt_give(ps, s);
    return CUBLAS_STATUS_SUCCESS;
}
template <class T> cublasStatus_t __simt_rotm(cublasHandle_t h, int n, T *x, int xs, T *y, int ys, const T *param) {
    T p[5];
    __simt_cuda_memcpy(p, param, sizeof(p), cudaMemcpyDefault);
    if (n <= 0 || p[0] == -2) return CUBLAS_STATUS_SUCCESS;
    T a = p[1], b = p[2], c = p[3], d = p[4];
    if (p[0] == 0) a = d = 1;
    if (p[0] == 1) b = -1, c = 1;
    __simt_turn_by<<<__simt_blocks(n), 128, 0, h->stream>>>(n, __simt_first(x, n, xs), xs, __simt_first(y, n, ys), ys, a, b,
                                                             c, d);
    return __simt_cublas_status();
}
template <class T>
cublasStatus_t __simt_mv(cublasHandle_t h, __simt_shape<T> a, int rows, int columns, T alpha, const T *x, int xs, T beta,
                         T *y, int ys) {
    if (rows > 0 && columns >= 0)
        __simt_shape_mv<<<__simt_blocks(rows), 128, 0, h->stream>>>(a, rows, columns, alpha, __simt_first(x, columns, xs),
                                                                     xs, beta, __simt_first(y, rows, ys), ys);
    return __simt_cublas_status();
}
// x = A x, by a vector aside.
template <class T> cublasStatus_t __simt_tmv(cublasHandle_t h, __simt_shape<T> a, int n, T *x, int xs) {
    if (n <= 0) return CUBLAS_STATUS_SUCCESS;
    T *aside;
    cudaMalloc((void **)&aside, n * sizeof(T));
    __simt_mv(h, a, n, n, T(1), x, xs, T(0), aside, 1);
    __simt_exchange<<<(n + 255) / 256, 256, 0, h->stream>>>(n, aside, 1, __simt_first(x, n, xs), xs, false);
    cudaFree(aside);
    return __simt_cublas_status();
}
template <class T> cublasStatus_t __simt_tsv(cublasHandle_t h, __simt_shape<T> a, int n, T *x, int xs) {
    if (n > 0) __simt_shape_sv<<<1, 256, 0, h->stream>>>(a, n, __simt_first(x, n, xs), xs);
    return __simt_cublas_status();
}
template <class T>
cublasStatus_t __simt_rank(cublasHandle_t h, __simt_shape<T> a, int m, int n, T alpha, const T *x, int xs, const T *y,
                           int ys, bool conjugate, bool both) {
    if (m > 0 && n > 0)
        __simt_shape_rank<<<dim3(__simt_blocks(m), n), 128, 0, h->stream>>>(
            a, m, n, alpha, __simt_first(x, m, xs), xs, __simt_first(y, n, ys), ys, conjugate, both);
    return __simt_cublas_status();
}


// C is the number as the program has it, T as it is worked with, L the letter of the names.
#define SIMT_AND ,
#define SIMT_TRIANGLE(C, L, name, run, given, step, shape)                                                             \
    inline cublasStatus_t cublas##L##name(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t,                \
                                          cublasDiagType_t diagonal, int n, given, C *x, int xs) {                     \
        typedef __simt_worked<C>::type T;                                                                              \
        bool upper = fill == CUBLAS_FILL_MODE_UPPER;                                                                   \
        __simt_shape<T> A((const T *)a, n, step, __simt_triangular, upper);                                            \
        A = A.as(t != CUBLAS_OP_N, t == CUBLAS_OP_C, diagonal == CUBLAS_DIAG_UNIT);                                    \
        return __simt_##run(h, shape, n, (T *)x, xs);                                                                  \
    }
#define SIMT_TRIANGLES(C, L)                                                                                           \
    SIMT_TRIANGLE(C, L, trmv, tmv, const C *a SIMT_AND int lda, lda, A)                                                \
    SIMT_TRIANGLE(C, L, trsv, tsv, const C *a SIMT_AND int lda, lda, A)                                                \
    SIMT_TRIANGLE(C, L, tpmv, tmv, const C *a, 0, A.in_a_row())                                                        \
    SIMT_TRIANGLE(C, L, tpsv, tsv, const C *a, 0, A.in_a_row())                                                        \
    SIMT_TRIANGLE(C, L, tbmv, tmv, int k SIMT_AND const C *a SIMT_AND int lda, lda, A.banded(upper ? 0 : k, upper ? k : 0)) \
    SIMT_TRIANGLE(C, L, tbsv, tsv, int k SIMT_AND const C *a SIMT_AND int lda, lda, A.banded(upper ? 0 : k, upper ? k : 0))
SIMT_TRIANGLES(float, S)
SIMT_TRIANGLES(double, D)
SIMT_TRIANGLES(cuComplex, C)
SIMT_TRIANGLES(cuDoubleComplex, Z)
#undef SIMT_TRIANGLES
#undef SIMT_TRIANGLE

// A symmetric or Hermitian matrix times a vector.
#define SIMT_MIRRORED(C, L, name, form, given, step, shape)                                                            \
    inline cublasStatus_t cublas##L##name(cublasHandle_t h, cublasFillMode_t fill, int n, given, const C *x, int xs,   \
                                          const C *beta, C *y, int ys) {                                               \
        typedef __simt_worked<C>::type T;                                                                              \
        bool upper = fill == CUBLAS_FILL_MODE_UPPER;                                                                   \
        __simt_shape<T> A((const T *)a, n, step, form, upper);                                                         \
        return __simt_mv(h, shape, n, n, __simt_pointed((const T *)alpha), (const T *)x, xs,                             \
                         __simt_pointed((const T *)beta), (T *)y, ys);                                                   \
    }
#define SIMT_MIRRORS(C, L, symv, sbmv, spmv, form)                                                                     \
    SIMT_MIRRORED(C, L, symv, form, const C *alpha SIMT_AND const C *a SIMT_AND int lda, lda, A)                       \
    SIMT_MIRRORED(C, L, spmv, form, const C *alpha SIMT_AND const C *a, 0, A.in_a_row())                               \
    SIMT_MIRRORED(C, L, sbmv, form, int k SIMT_AND const C *alpha SIMT_AND const C *a SIMT_AND int lda, lda,           \
                  A.banded(upper ? 0 : k, upper ? k : 0))
SIMT_MIRRORS(float, S, symv, sbmv, spmv, __simt_symmetric)
SIMT_MIRRORS(double, D, symv, sbmv, spmv, __simt_symmetric)
SIMT_MIRRORS(cuComplex, C, hemv, hbmv, hpmv, __simt_hermitian)
SIMT_MIRRORS(cuDoubleComplex, Z, hemv, hbmv, hpmv, __simt_hermitian)
SIMT_MIRRORED(cuComplex, C, symv, __simt_symmetric, const cuComplex *alpha SIMT_AND const cuComplex *a SIMT_AND int lda, lda, A)
SIMT_MIRRORED(cuDoubleComplex, Z, symv, __simt_symmetric, const cuDoubleComplex *alpha SIMT_AND const cuDoubleComplex *a SIMT_AND int lda,
              lda, A)
#undef SIMT_MIRRORS
#undef SIMT_MIRRORED

// What a product of two vectors adds to a triangle. R is the type of alpha.
#define SIMT_ADDED(C, R, L, name, form, conjugate, both, given, other, os, step, shape)                                \
    inline cublasStatus_t cublas##L##name(cublasHandle_t h, cublasFillMode_t fill, int n, const R *alpha, const C *x,  \
                                          int xs, given) {                                                             \
        typedef __simt_worked<C>::type T;                                                                              \
        bool upper = fill == CUBLAS_FILL_MODE_UPPER;                                                                   \
        __simt_shape<T> A((const T *)a, n, step, form, upper);                                                         \
        T by(__simt_pointed((const __simt_worked<R>::type *)alpha));                                                     \
        return __simt_rank(h, shape, n, n, by, (const T *)x, xs, (const T *)other, os, conjugate, both);               \
    }
#define SIMT_ADDITIONS(C, R, L, syr, syr2, spr, spr2, form, conjugate)                                                 \
    SIMT_ADDED(C, R, L, syr, form, conjugate, false, C *a SIMT_AND int lda, x, xs, lda, A)                             \
    SIMT_ADDED(C, R, L, spr, form, conjugate, false, C *a, x, xs, 0, A.in_a_row())                                     \
    SIMT_ADDED(C, C, L, syr2, form, conjugate, true, const C *y SIMT_AND int ys SIMT_AND C *a SIMT_AND int lda, y, ys, lda, A) \
    SIMT_ADDED(C, C, L, spr2, form, conjugate, true, const C *y SIMT_AND int ys SIMT_AND C *a, y, ys, 0, A.in_a_row())
SIMT_ADDITIONS(float, float, S, syr, syr2, spr, spr2, __simt_symmetric, false)
SIMT_ADDITIONS(double, double, D, syr, syr2, spr, spr2, __simt_symmetric, false)
SIMT_ADDITIONS(cuComplex, float, C, her, her2, hpr, hpr2, __simt_hermitian, true)
SIMT_ADDITIONS(cuDoubleComplex, double, Z, her, her2, hpr, hpr2, __simt_hermitian, true)
#undef SIMT_ADDITIONS
#undef SIMT_ADDED

#define SIMT_MORE(C, L)                                                                                                \
    inline cublasStatus_t cublas##L##gbmv(cublasHandle_t h, cublasOperation_t t, int m, int n, int kl, int ku,         \
                                          const C *alpha, const C *a, int lda, const C *x, int xs, const C *beta,      \
                                          C *y, int ys) {                                                              \
        typedef __simt_worked<C>::type T;                                                                              \
        bool turned = t != CUBLAS_OP_N;                                                                                \
        __simt_shape<T> A((const T *)a, m, lda, turned, t == CUBLAS_OP_C);                                             \
        return __simt_mv(h, A.banded(kl, ku), turned ? n : m, turned ? m : n, __simt_pointed((const T *)alpha),          \
                         (const T *)x, xs, __simt_pointed((const T *)beta), (T *)y, ys);                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##gemvStridedBatched(                                                               \
        cublasHandle_t h, cublasOperation_t t, int m, int n, const C *alpha, const C *a, int lda, long long as,        \
        const C *x, int xs, long long x_far, const C *beta, C *y, int ys, long long y_far, int count) {                \
        cublasStatus_t status = CUBLAS_STATUS_SUCCESS;                                                                 \
        for (long long i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; i++)                                       \
            status = cublas##L##gemv(h, t, m, n, alpha, a + i * as, lda, x + i * x_far, xs, beta, y + i * y_far, ys);  \
        return status;                                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##gemvBatched(cublasHandle_t h, cublasOperation_t t, int m, int n, const C *alpha,  \
                                                 const C *const a[], int lda, const C *const x[], int xs,              \
                                                 const C *beta, C *const y[], int ys, int count) {                     \
        cublasStatus_t status = CUBLAS_STATUS_SUCCESS;                                                                 \
        for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; i++)                                             \
            status = cublas##L##gemv(h, t, m, n, alpha, __simt_pointed(a + i), lda, __simt_pointed(x + i), xs, beta,       \
                                     __simt_pointed(y + i), ys);                                                         \
        return status;                                                                                                 \
    }
// The functions of complex numbers that cublas_v2.h has for the others.
#define SIMT_COMPLEX_LEVEL(C, R, L, real, RL, amax, amin)                                                              \
    inline cublasStatus_t cublas##L##axpy(cublasHandle_t h, int n, const C *alpha, const C *x, int xs, C *y, int ys) { \
        typedef __simt_pair<R> T;                                                                                      \
        if (n > 0)                                                                                                     \
            __simt_axpy<<<(n + 255) / 256, 256, 0, h->stream>>>(n, __simt_pointed((const T *)alpha),                     \
                                                                (const T *)__simt_first(x, n, xs), xs,                 \
                                                                (T *)__simt_first(y, n, ys), ys);                      \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##scal(cublasHandle_t h, int n, const C *alpha, C *x, int xs) {                     \
        typedef __simt_pair<R> T;                                                                                      \
        if (n > 0) __simt_scal<<<(n + 255) / 256, 256, 0, h->stream>>>(n, __simt_pointed((const T *)alpha), (T *)x, xs); \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##real##scal(cublasHandle_t h, int n, const R *alpha, C *x, int xs) {               \
        typedef __simt_pair<R> T;                                                                                      \
        if (n > 0) __simt_scal<<<(n + 255) / 256, 256, 0, h->stream>>>(n, T(__simt_pointed(alpha)), (T *)x, xs);         \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##copy(cublasHandle_t h, int n, const C *x, int xs, C *y, int ys) {                 \
        if (n > 0)                                                                                                     \
            __simt_exchange<<<(n + 255) / 256, 256, 0, h->stream>>>(n, (C *)__simt_first(x, n, xs), xs,                \
                                                                    __simt_first(y, n, ys), ys, false);                \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##swap(cublasHandle_t h, int n, C *x, int xs, C *y, int ys) {                       \
        if (n > 0)                                                                                                     \
            __simt_exchange<<<(n + 255) / 256, 256, 0, h->stream>>>(n, __simt_first(x, n, xs), xs,                     \
                                                                    __simt_first(y, n, ys), ys, true);                 \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##dotu(cublasHandle_t h, int n, const C *x, int xs, const C *y, int ys, C *out) {   \
        return __simt_complex_dot<R>(h, n, x, xs, y, ys, false, out);                                                  \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##dotc(cublasHandle_t h, int n, const C *x, int xs, const C *y, int ys, C *out) {   \
        return __simt_complex_dot<R>(h, n, x, xs, y, ys, true, out);                                                   \
    }                                                                                                                  \
    inline cublasStatus_t cublas##RL##nrm2(cublasHandle_t h, int n, const C *x, int xs, R *out) {                      \
        __simt_sizes(h, n, x, xs, true, out);                                                                          \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##RL##asum(cublasHandle_t h, int n, const C *x, int xs, R *out) {                      \
        __simt_sizes(h, n, x, xs, false, out);                                                                         \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t amax(cublasHandle_t h, int n, const C *x, int xs, int *out) {                                \
        __simt_extreme_size<R>(h, n, x, xs, true, out);                                                                \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t amin(cublasHandle_t h, int n, const C *x, int xs, int *out) {                                \
        __simt_extreme_size<R>(h, n, x, xs, false, out);                                                               \
        return __simt_cublas_status();                                                                                 \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##gemv(cublasHandle_t h, cublasOperation_t t, int m, int n, const C *alpha,         \
                                          const C *a, int lda, const C *x, int xs, const C *beta, C *y, int ys) {      \
        typedef __simt_pair<R> T;                                                                                      \
        bool turned = t != CUBLAS_OP_N;                                                                                \
        __simt_shape<T> A((const T *)a, m, lda, turned, t == CUBLAS_OP_C);                                             \
        return __simt_mv(h, A, turned ? n : m, turned ? m : n, __simt_pointed((const T *)alpha), (const T *)x, xs,       \
                         __simt_pointed((const T *)beta), (T *)y, ys);                                                   \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##geru(cublasHandle_t h, int m, int n, const C *alpha, const C *x, int xs,          \
                                          const C *y, int ys, C *a, int lda) {                                         \
        typedef __simt_pair<R> T;                                                                                      \
        return __simt_rank(h, __simt_shape<T>((const T *)a, m, lda, false, false), m, n,                               \
                           __simt_pointed((const T *)alpha), (const T *)x, xs, (const T *)y, ys, false, false);          \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##gerc(cublasHandle_t h, int m, int n, const C *alpha, const C *x, int xs,          \
                                          const C *y, int ys, C *a, int lda) {                                         \
        typedef __simt_pair<R> T;                                                                                      \
        return __simt_rank(h, __simt_shape<T>((const T *)a, m, lda, false, false), m, n,                               \
                           __simt_pointed((const T *)alpha), (const T *)x, xs, (const T *)y, ys, true, false);           \
    }
// Sums and extremes of complex numbers, by one block that goes through them in order.
template <class R>
__global__ void __simt_complex_sums(int n, const __simt_pair<R> *x, int xs, const __simt_pair<R> *y, int ys,
                                    bool conjugate, __simt_pair<R> *out) {
    __shared__ __simt_pair<R> sums[128];
    __simt_pair<R> sum(0);
    for (long long i = threadIdx.x; i < n; i += 128)
        sum += (conjugate ? __simt_conjugate(x[i * xs]) : x[i * xs]) * y[i * ys];
    sums[threadIdx.x] = sum;
    for (int half = 64; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    if (threadIdx.x == 0) *out = sums[0];
}
template <class R, class C>
cublasStatus_t __simt_complex_dot(cublasHandle_t h, int n, const C *x, int xs, const C *y, int ys, bool conjugate, C *to) {
    typedef __simt_pair<R> T;
    T *out;
    cudaMalloc((void **)&out, sizeof(T));
    __simt_complex_sums<<<1, 128, 0, h->stream>>>(n, (const T *)__simt_first(x, n, xs), xs,
                                                  (const T *)__simt_first(y, n, ys), ys, conjugate, out);
    __simt_cuda_memcpy(to, out, sizeof(T), cudaMemcpyDefault);
    cudaFree(out);
    return __simt_cublas_status();
}
template <class R> __global__ void __simt_parts(int n, const __simt_pair<R> *x, int xs, bool sizes, R *out) {
    long long i = blockIdx.x * 128ll + threadIdx.x;
    if (i >= n) return;
    out[2 * i] = sizes ? __simt_size(x[i * xs]) : x[i * xs].x;
    out[2 * i + 1] = sizes ? R(0) : x[i * xs].y;
}
template <class C, class R> void __simt_sizes(cublasHandle_t h, int n, const C *x, int xs, bool root, R *to) {
    R *parts;
    cudaMalloc((void **)&parts, (n > 0 ? n : 1) * 2 * sizeof(R));
    if (n > 0) __simt_parts<<<__simt_blocks(n), 128, 0, h->stream>>>(n, (const __simt_pair<R> *)x, xs, false, parts);
    __simt_sum(h->stream, n > 0 ? 2 * n : 0, parts, 1, parts, 1, root ? 1 : 2, to);
    cudaFree(parts);
}
template <class R, class C> void __simt_extreme_size(cublasHandle_t h, int n, const C *x, int xs, bool most, int *to) {
    R *parts;
    cudaMalloc((void **)&parts, (n > 0 ? n : 1) * 2 * sizeof(R));
    if (n > 0) __simt_parts<<<__simt_blocks(n), 128, 0, h->stream>>>(n, (const __simt_pair<R> *)x, xs, true, parts);
    __simt_extreme(h->stream, n, parts, 2, most, to);
    cudaFree(parts);
}
SIMT_COMPLEX_LEVEL(cuComplex, float, C, s, Sc, cublasIcamax, cublasIcamin)
SIMT_COMPLEX_LEVEL(cuDoubleComplex, double, Z, d, Dz, cublasIzamax, cublasIzamin)
#undef SIMT_COMPLEX_LEVEL
SIMT_MORE(float, S)
SIMT_MORE(double, D)
SIMT_MORE(cuComplex, C)
SIMT_MORE(cuDoubleComplex, Z)
#undef SIMT_MORE

#define SIMT_ROTATIONS(T, L)                                                                                           \
    inline cublasStatus_t cublas##L##rot(cublasHandle_t h, int n, T *x, int xs, T *y, int ys, const T *c, const T *s) {\
        return __simt_rot(h, n, x, xs, y, ys, c, __simt_pointed(s));                                                     \
    }                                                                                                                  \
    inline cublasStatus_t cublas##L##rotg(cublasHandle_t h, T *a, T *b, T *c, T *s) { return __simt_rotg(a, b, c, s); }\
    inline cublasStatus_t cublas##L##rotm(cublasHandle_t h, int n, T *x, int xs, T *y, int ys, const T *param) {       \
        return __simt_rotm(h, n, x, xs, y, ys, param);                                                                 \
    }
SIMT_ROTATIONS(float, S)
SIMT_ROTATIONS(double, D)
#undef SIMT_ROTATIONS
inline cublasStatus_t cublasCrot(cublasHandle_t h, int n, cuComplex *x, int xs, cuComplex *y, int ys, const float *c,
                                 const cuComplex *s) {
    typedef __simt_pair<float> T;
    return __simt_rot(h, n, (T *)x, xs, (T *)y, ys, c, __simt_pointed((const T *)s));
}
inline cublasStatus_t cublasZrot(cublasHandle_t h, int n, cuDoubleComplex *x, int xs, cuDoubleComplex *y, int ys,
                                 const double *c, const cuDoubleComplex *s) {
    typedef __simt_pair<double> T;
    return __simt_rot(h, n, (T *)x, xs, (T *)y, ys, c, __simt_pointed((const T *)s));
}
#undef SIMT_AND
