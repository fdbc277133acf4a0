// Tensor-core fragments: nvcuda::wmma.
// The rule: a fragment holds each element of its tile once, spread over the lanes as `mma.sync` has it (A: four
// neighbouring lanes hold a row, B: a column; so that no element moves), and a product is one or two `mma.sync`.
// Shapes: half and bfloat16 16x16x16, 32x8x16, 8x32x16; tf32 16x16x8; 8-bit integers 16x16x16; double 8x8x4.
// Next: cuda_fp16.h.
#pragma once
#include <cuda_bf16.h>

namespace nvcuda {
namespace wmma {

struct matrix_a { static constexpr int kind = 0; };
struct matrix_b { static constexpr int kind = 1; };
struct accumulator { static constexpr int kind = 2; };
struct row_major { static constexpr bool rows = true; };
struct col_major { static constexpr bool rows = false; };
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32 { float __none; };
struct u4;
struct s4;
struct b1;
}  // namespace precision

// What a fragment's elements are stored as, and how many neighbours of a row (A) or column (B) a lane holds.
template <class T> struct __simt_element { typedef T type; static constexpr int run = sizeof(T) == 1 ? 4 : 2; };
template <> struct __simt_element<precision::tf32> { typedef float type; static constexpr int run = 1; };
template <> struct __simt_element<double> { typedef double type; static constexpr int run = 1; };

// Neighbours in memory that a lane holds: they are moved by one access, as the device does.
template <class S, int run> struct __simt_run;
template <class S> struct __align__(2 * sizeof(S)) __simt_run<S, 2> {
    S a, b;
    template <class E> __device__ void give(E *x) const { x[0] = a, x[1] = b; }
};
template <class S> struct __align__(4 * sizeof(S)) __simt_run<S, 4> {
    S a, b, c, d;
    template <class E> __device__ void give(E *x) const { x[0] = a, x[1] = b, x[2] = c, x[3] = d; }
};

template <class Use, int M, int N, int K, class T, class Layout = void> struct fragment {
    typedef typename __simt_element<T>::type element_type;
    typedef typename __simt_element<T>::type storage_element_type;
    static constexpr int num_elements = (Use::kind == 0 ? M * K : Use::kind == 1 ? K * N : M * N) / 32;
    static constexpr int num_storage_elements = num_elements;
    element_type x[num_elements];
};

inline __device__ int __simt_lane() {
    return (int)(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31;
}
// Where element i stands in the tile. `major` goes along the side that lanes' groups of four go along (rows of A and of
// the result, columns of B), `minor` along the other. The 8x32 shape is the 32x8 one turned over.
template <class Use, int M, int N, int K, class T, class Layout = void> struct __simt_place {
    static constexpr int run = __simt_element<T>::run;
    static constexpr bool turned = M == 8 && N == 32;
    static constexpr bool sixteen = (Use::kind == 0) != turned && M * N > 64;
    static constexpr int per = (sixteen ? 16 : 8) * K / 32;

    static __device__ int major(int i) {
        int group = __simt_lane() >> 2;
        if (Use::kind == 2) return group + i / 2 % 2 * 8 + (M == 32 || turned ? i / 4 * 16 : 0);
        return sixteen ? group + i / run % 2 * 8 + i / per * 16 : group + i / per * 8;
    }
    static __device__ int minor(int i) {
        int four = __simt_lane() & 3;
        if (Use::kind == 2) return four * 2 + i % 2 + (M == 32 || turned ? 0 : i / 4 * 8);
        return four * run + i % per % run + i % per / (sixteen ? 2 * run : run) * (4 * run);
    }
    static constexpr bool major_is_row = Use::kind == 0 || (Use::kind == 2 && !turned);
    // From the start of the matrix, where `rows` says that a row lies together.
    static __device__ size_t offset(int i, unsigned int ld, bool rows) {
        size_t a = major(i), b = minor(i);
        return rows == major_is_row ? a * ld + b : b * ld + a;
    }
};

template <class Use, int M, int N, int K, class T, class Layout, class V>
__device__ void fill_fragment(fragment<Use, M, N, K, T, Layout> &f, const V &value) {
#pragma unroll
    for (int i = 0; i < f.num_elements; i++) f.x[i] = value;
}
template <class Use, int M, int N, int K, class T, class Layout, class S>
__device__ void load_matrix_sync(fragment<Use, M, N, K, T, Layout> &f, const S *p, unsigned int ld) {
    typedef __simt_place<Use, M, N, K, T> place;
    constexpr int run = Layout::rows == place::major_is_row ? place::run : 1;
    __syncwarp();
    if constexpr (run > 1) {
#pragma unroll
        for (int i = 0; i < f.num_elements; i += run) {
            __simt_run<S, run> some = *(const __simt_run<S, run> *)(p + place::offset(i, ld, Layout::rows));
            some.give(f.x + i);
        }
    } else {
#pragma unroll
        for (int i = 0; i < f.num_elements; i++) f.x[i] = p[place::offset(i, ld, Layout::rows)];
    }
}
template <int M, int N, int K, class T, class S>
__device__ void load_matrix_sync(fragment<accumulator, M, N, K, T> &f, const S *p, unsigned int ld, layout_t layout) {
    bool rows = layout == mem_row_major;
    __syncwarp();
#pragma unroll
    for (int i = 0; i < f.num_elements; i++) f.x[i] = p[__simt_place<accumulator, M, N, K, T>::offset(i, ld, rows)];
}
template <int M, int N, int K, class T, class S>
__device__ void store_matrix_sync(S *p, const fragment<accumulator, M, N, K, T> &f, unsigned int ld, layout_t layout) {
    typedef __simt_place<accumulator, M, N, K, T> place;
    bool rows = layout == mem_row_major;
    if (rows == place::major_is_row && M * N > 64) {
#pragma unroll
        for (int i = 0; i < f.num_elements; i += 2) {
            __simt_run<S, 2> two = {(S)f.x[i], (S)f.x[i + 1]};
            *(__simt_run<S, 2> *)(p + place::offset(i, ld, rows)) = two;
        }
    } else {
#pragma unroll
        for (int i = 0; i < f.num_elements; i++) p[place::offset(i, ld, rows)] = f.x[i];
    }
    __syncwarp();
}
inline __device__ float __float_to_tf32(float f) {
    unsigned int bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(f));
    return __uint_as_float(bits);
}

// ---- one mma.sync: sixteen rows, eight columns (eight rows for double) ----
#define SIMT_PACKED(x, i) ((unsigned int)(x)[i].__x | (unsigned int)(x)[(i) + 1].__x << 16)
#define SIMT_MMA_F32(T, name)                                                                                          \
    inline __device__ void __simt_mma(float *d, const T *a, const T *b, const float *c) {                              \
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32." name "." name ".f32 {%0, %1, %2, %3}, "                  \
                     "{%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"                                               \
                     : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])                                                  \
                     : "r"(SIMT_PACKED(a, 0)), "r"(SIMT_PACKED(a, 2)), "r"(SIMT_PACKED(a, 4)), "r"(SIMT_PACKED(a, 6)), \
                       "r"(SIMT_PACKED(b, 0)), "r"(SIMT_PACKED(b, 2)), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));    \
    }
SIMT_MMA_F32(__half, "f16")
SIMT_MMA_F32(__nv_bfloat16, "bf16")
#undef SIMT_MMA_F32
inline __device__ void __simt_mma(__half *d, const __half *a, const __half *b, const __half *c) {
    unsigned int low, high;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
                 : "=r"(low), "=r"(high)
                 : "r"(SIMT_PACKED(a, 0)), "r"(SIMT_PACKED(a, 2)), "r"(SIMT_PACKED(a, 4)), "r"(SIMT_PACKED(a, 6)),
                   "r"(SIMT_PACKED(b, 0)), "r"(SIMT_PACKED(b, 2)), "r"(SIMT_PACKED(c, 0)), "r"(SIMT_PACKED(c, 2)));
    d[0] = __ushort_as_half((unsigned short)low);
    d[1] = __ushort_as_half((unsigned short)(low >> 16));
    d[2] = __ushort_as_half((unsigned short)high);
    d[3] = __ushort_as_half((unsigned short)(high >> 16));
}
#undef SIMT_PACKED
inline __device__ void __simt_mma(float *d, const float *a, const float *b, const float *c) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%10, %11, %12, %13};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(a[2])),
                   "r"(__float_as_uint(a[3])), "r"(__float_as_uint(b[0])), "r"(__float_as_uint(b[1])), "f"(c[0]),
                   "f"(c[1]), "f"(c[2]), "f"(c[3]));
}
#define SIMT_BYTES(x, i)                                                                                               \
    ((unsigned int)(unsigned char)(x)[i] | (unsigned int)(unsigned char)(x)[(i) + 1] << 8 |                            \
     (unsigned int)(unsigned char)(x)[(i) + 2] << 16 | (unsigned int)(unsigned char)(x)[(i) + 3] << 24)
#define SIMT_MMA_INT(T, name)                                                                                          \
    inline __device__ void __simt_mma(int *d, const T *a, const T *b, const int *c) {                                  \
        asm volatile("mma.sync.aligned.m16n8k16.row.col.s32." name "." name ".s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, "  \
                     "{%7, %8, %9, %10};"                                                                              \
                     : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                                                  \
                     : "r"(SIMT_BYTES(a, 0)), "r"(SIMT_BYTES(a, 4)), "r"(SIMT_BYTES(b, 0)), "r"(c[0]), "r"(c[1]),      \
                       "r"(c[2]), "r"(c[3]));                                                                          \
    }
SIMT_MMA_INT(signed char, "s8")
SIMT_MMA_INT(char, "s8")
SIMT_MMA_INT(unsigned char, "u8")
#undef SIMT_MMA_INT
#undef SIMT_BYTES
inline __device__ void __simt_mma(double *d, const double *a, const double *b, const double *c) {
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %5};"
                 : "=d"(d[0]), "=d"(d[1])
                 : "d"(a[0]), "d"(b[0]), "d"(c[0]), "d"(c[1]));
}

template <int M, int N, int K, class D, class T, class LA, class LB, class C>
__device__ void mma_sync(fragment<accumulator, M, N, K, D> &d, const fragment<matrix_a, M, N, K, T, LA> &a,
                         const fragment<matrix_b, M, N, K, T, LB> &b, const fragment<accumulator, M, N, K, C> &c) {
    constexpr int a_tile = 16 * K / 32, b_tile = 8 * K / 32;
    if constexpr (M == 8 && N == 8) {
        __simt_mma(d.x, a.x, b.x, c.x);
    } else if constexpr (M == 16) {
        __simt_mma(d.x, a.x, b.x, c.x);
        __simt_mma(d.x + 4, a.x, b.x + b_tile, c.x + 4);
    } else if constexpr (M == 32) {
        __simt_mma(d.x, a.x, b.x, c.x);
        __simt_mma(d.x + 4, a.x + a_tile, b.x, c.x + 4);
    } else {
        __simt_mma(d.x, b.x, a.x, c.x);
        __simt_mma(d.x + 4, b.x + a_tile, a.x, c.x + 4);
    }
}
// The result in the accumulator's own half precision saturates to finite values.
template <int M, int N, int K, class D, class T, class LA, class LB, class C>
__device__ void mma_sync(fragment<accumulator, M, N, K, D> &d, const fragment<matrix_a, M, N, K, T, LA> &a,
                         const fragment<matrix_b, M, N, K, T, LB> &b, const fragment<accumulator, M, N, K, C> &c,
                         bool saturate) {
    mma_sync(d, a, b, c);
}

}  // namespace wmma
}  // namespace nvcuda
