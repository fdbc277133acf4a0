// `__dp4a` and `__dp2a` of vectors of bytes, where the compiler itself has those of packed words.
#pragma once
inline __device__ int __dp4a(char4 a, char4 b, int c) {
    return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
inline __device__ unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
    return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
inline __device__ int __dp2a_lo(short2 a, char4 b, int c) { return c + a.x * b.x + a.y * b.y; }
inline __device__ int __dp2a_hi(short2 a, char4 b, int c) { return c + a.x * b.z + a.y * b.w; }
inline __device__ unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned c) { return c + a.x * b.x + a.y * b.y; }
inline __device__ unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned c) { return c + a.x * b.z + a.y * b.w; }
