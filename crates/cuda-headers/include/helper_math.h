// Arithmetic on vector types, as NVIDIA's samples have it: `float3 + float3`, dot, cross, length, clamp, lerp.
// The rule: everything goes component by component; made by macros, one for each number of components.
// Next: helper_cuda.h.
#pragma once
// A program may bring NVIDIA's own of some of these headers: whichever is read first is meant.
#if !defined(HELPER_MATH_H) && !defined(CUTIL_MATH_H)
#define HELPER_MATH_H
#define CUTIL_MATH_H
#include <cuda_runtime.h>

typedef unsigned int uint;
typedef unsigned short ushort;
#define SIMT_FN inline __host__ __device__

#define SIMT_SIGN2(V, S, make, sign)                                                                                   \
    SIMT_FN V operator sign(V a, V b) { return make(a.x sign b.x, a.y sign b.y); }                                     \
    SIMT_FN V operator sign(V a, S b) { return make(a.x sign b, a.y sign b); }                                         \
    SIMT_FN V operator sign(S a, V b) { return make(a sign b.x, a sign b.y); }                                         \
    SIMT_FN void operator sign##=(V &a, V b) { a = a sign b; }                                                         \
    SIMT_FN void operator sign##=(V &a, S b) { a = a sign b; }
#define SIMT_EACH2(V, S, make, least, most)                                                                            \
    SIMT_SIGN2(V, S, make, +)                                                                                          \
    SIMT_SIGN2(V, S, make, -)                                                                                          \
    SIMT_SIGN2(V, S, make, *)                                                                                          \
    SIMT_FN V least(V a, V b) { return make(least(a.x, b.x), least(a.y, b.y)); }                                       \
    SIMT_FN V most(V a, V b) { return make(most(a.x, b.x), most(a.y, b.y)); }                                          \
    SIMT_FN V clamp(V v, S a, S b) { return make(clamp(v.x, a, b), clamp(v.y, a, b)); }                                \
    SIMT_FN V clamp(V v, V a, V b) { return make(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y)); }                        \
    SIMT_FN S dot(V a, V b) { return a.x * b.x + a.y * b.y; }
#define SIMT_FLOAT2(V, make)                                                                                           \
    SIMT_SIGN2(V, float, make, /)                                                                                      \
    SIMT_FN V operator-(const V &a) { return make(-a.x, -a.y); }                                                       \
    SIMT_FN V lerp(V a, V b, float t) { return a + t * (b - a); }                                                      \
    SIMT_FN float length(V v) { return sqrtf(dot(v, v)); }                                                             \
    SIMT_FN V normalize(V v) { return v * rsqrtf(dot(v, v)); }                                                         \
    SIMT_FN V floorf(V v) { return make(floorf(v.x), floorf(v.y)); }                                                   \
    SIMT_FN V fracf(V v) { return make(fracf(v.x), fracf(v.y)); }                                                      \
    SIMT_FN V fmodf(V a, V b) { return make(fmodf(a.x, b.x), fmodf(a.y, b.y)); }                                       \
    SIMT_FN V fabs(V v) { return make(fabsf(v.x), fabsf(v.y)); }                                                       \
    SIMT_FN V reflect(V i, V n) { return i - 2.0f * n * dot(n, i); }                                                   \
    SIMT_FN V smoothstep(V a, V b, V x) {                                                                              \
        V y = clamp((x - a) / (b - a), 0.0f, 1.0f);                                                                    \
        return y * y * (3.0f - 2.0f * y);                                                                              \
    }
#define SIMT_SIGN3(V, S, make, sign)                                                                                   \
    SIMT_FN V operator sign(V a, V b) { return make(a.x sign b.x, a.y sign b.y, a.z sign b.z); }                       \
    SIMT_FN V operator sign(V a, S b) { return make(a.x sign b, a.y sign b, a.z sign b); }                             \
    SIMT_FN V operator sign(S a, V b) { return make(a sign b.x, a sign b.y, a sign b.z); }                             \
    SIMT_FN void operator sign##=(V &a, V b) { a = a sign b; }                                                         \
    SIMT_FN void operator sign##=(V &a, S b) { a = a sign b; }
#define SIMT_EACH3(V, S, make, least, most)                                                                            \
    SIMT_SIGN3(V, S, make, +)                                                                                          \
    SIMT_SIGN3(V, S, make, -)                                                                                          \
    SIMT_SIGN3(V, S, make, *)                                                                                          \
    SIMT_FN V least(V a, V b) { return make(least(a.x, b.x), least(a.y, b.y), least(a.z, b.z)); }                      \
    SIMT_FN V most(V a, V b) { return make(most(a.x, b.x), most(a.y, b.y), most(a.z, b.z)); }                          \
    SIMT_FN V clamp(V v, S a, S b) { return make(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b)); }              \
    SIMT_FN V clamp(V v, V a, V b) { return make(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z)); }  \
    SIMT_FN S dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
#define SIMT_FLOAT3(V, make)                                                                                           \
    SIMT_SIGN3(V, float, make, /)                                                                                      \
    SIMT_FN V operator-(const V &a) { return make(-a.x, -a.y, -a.z); }                                                 \
    SIMT_FN V lerp(V a, V b, float t) { return a + t * (b - a); }                                                      \
    SIMT_FN float length(V v) { return sqrtf(dot(v, v)); }                                                             \
    SIMT_FN V normalize(V v) { return v * rsqrtf(dot(v, v)); }                                                         \
    SIMT_FN V floorf(V v) { return make(floorf(v.x), floorf(v.y), floorf(v.z)); }                                      \
    SIMT_FN V fracf(V v) { return make(fracf(v.x), fracf(v.y), fracf(v.z)); }                                          \
    SIMT_FN V fmodf(V a, V b) { return make(fmodf(a.x, b.x), fmodf(a.y, b.y), fmodf(a.z, b.z)); }                      \
    SIMT_FN V fabs(V v) { return make(fabsf(v.x), fabsf(v.y), fabsf(v.z)); }                                           \
    SIMT_FN V reflect(V i, V n) { return i - 2.0f * n * dot(n, i); }                                                   \
    SIMT_FN V smoothstep(V a, V b, V x) {                                                                              \
        V y = clamp((x - a) / (b - a), 0.0f, 1.0f);                                                                    \
        return y * y * (3.0f - 2.0f * y);                                                                              \
    }
#define SIMT_SIGN4(V, S, make, sign)                                                                                   \
    SIMT_FN V operator sign(V a, V b) { return make(a.x sign b.x, a.y sign b.y, a.z sign b.z, a.w sign b.w); }         \
    SIMT_FN V operator sign(V a, S b) { return make(a.x sign b, a.y sign b, a.z sign b, a.w sign b); }                 \
    SIMT_FN V operator sign(S a, V b) { return make(a sign b.x, a sign b.y, a sign b.z, a sign b.w); }                 \
    SIMT_FN void operator sign##=(V &a, V b) { a = a sign b; }                                                         \
    SIMT_FN void operator sign##=(V &a, S b) { a = a sign b; }
#define SIMT_EACH4(V, S, make, least, most)                                                                            \
    SIMT_SIGN4(V, S, make, +)                                                                                          \
    SIMT_SIGN4(V, S, make, -)                                                                                          \
    SIMT_SIGN4(V, S, make, *)                                                                                          \
    SIMT_FN V least(V a, V b) { return make(least(a.x, b.x), least(a.y, b.y), least(a.z, b.z), least(a.w, b.w)); }     \
    SIMT_FN V most(V a, V b) { return make(most(a.x, b.x), most(a.y, b.y), most(a.z, b.z), most(a.w, b.w)); }          \
    SIMT_FN V clamp(V v, S a, S b) {                                                                                   \
        return make(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b), clamp(v.w, a, b));                           \
    }                                                                                                                  \
    SIMT_FN V clamp(V v, V a, V b) {                                                                                   \
        return make(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z), clamp(v.w, a.w, b.w));           \
    }                                                                                                                  \
    SIMT_FN S dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
#define SIMT_FLOAT4(V, make)                                                                                           \
    SIMT_SIGN4(V, float, make, /)                                                                                      \
    SIMT_FN V operator-(const V &a) { return make(-a.x, -a.y, -a.z, -a.w); }                                           \
    SIMT_FN V lerp(V a, V b, float t) { return a + t * (b - a); }                                                      \
    SIMT_FN float length(V v) { return sqrtf(dot(v, v)); }                                                             \
    SIMT_FN V normalize(V v) { return v * rsqrtf(dot(v, v)); }                                                         \
    SIMT_FN V floorf(V v) { return make(floorf(v.x), floorf(v.y), floorf(v.z), floorf(v.w)); }                         \
    SIMT_FN V fracf(V v) { return make(fracf(v.x), fracf(v.y), fracf(v.z), fracf(v.w)); }                              \
    SIMT_FN V fmodf(V a, V b) { return make(fmodf(a.x, b.x), fmodf(a.y, b.y), fmodf(a.z, b.z), fmodf(a.w, b.w)); }     \
    SIMT_FN V fabs(V v) { return make(fabsf(v.x), fabsf(v.y), fabsf(v.z), fabsf(v.w)); }                               \
    SIMT_FN V reflect(V i, V n) { return i - 2.0f * n * dot(n, i); }                                                   \
    SIMT_FN V smoothstep(V a, V b, V x) {                                                                              \
        V y = clamp((x - a) / (b - a), 0.0f, 1.0f);                                                                    \
        return y * y * (3.0f - 2.0f * y);                                                                              \
    }

SIMT_FN float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
SIMT_FN int clamp(int f, int a, int b) { return max(a, min(f, b)); }
SIMT_FN uint clamp(uint f, uint a, uint b) { return max(a, min(f, b)); }
SIMT_FN float lerp(float a, float b, float t) { return a + t * (b - a); }
SIMT_FN float fracf(float v) { return v - floorf(v); }
SIMT_FN float smoothstep(float a, float b, float x) {
    float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
    return y * y * (3.0f - 2.0f * y);
}
SIMT_EACH2(float2, float, make_float2, fminf, fmaxf)
SIMT_EACH2(int2, int, make_int2, min, max)
SIMT_EACH2(uint2, uint, make_uint2, min, max)
SIMT_FLOAT2(float2, make_float2)
SIMT_FN int2 operator-(const int2 &a) { return make_int2(-a.x, -a.y); }
SIMT_FN int2 abs(int2 v) { return make_int2(abs(v.x), abs(v.y)); }
SIMT_EACH3(float3, float, make_float3, fminf, fmaxf)
SIMT_EACH3(int3, int, make_int3, min, max)
SIMT_EACH3(uint3, uint, make_uint3, min, max)
SIMT_FLOAT3(float3, make_float3)
SIMT_FN int3 operator-(const int3 &a) { return make_int3(-a.x, -a.y, -a.z); }
SIMT_FN int3 abs(int3 v) { return make_int3(abs(v.x), abs(v.y), abs(v.z)); }
SIMT_EACH4(float4, float, make_float4, fminf, fmaxf)
SIMT_EACH4(int4, int, make_int4, min, max)
SIMT_EACH4(uint4, uint, make_uint4, min, max)
SIMT_FLOAT4(float4, make_float4)
SIMT_FN int4 operator-(const int4 &a) { return make_int4(-a.x, -a.y, -a.z, -a.w); }
SIMT_FN int4 abs(int4 v) { return make_int4(abs(v.x), abs(v.y), abs(v.z), abs(v.w)); }
SIMT_FN float3 cross(float3 a, float3 b) {
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

// ---- one vector from another ----
SIMT_FN float2 make_float2(float s) { return make_float2(s, s); }
SIMT_FN float2 make_float2(float3 a) { return make_float2(a.x, a.y); }
SIMT_FN float2 make_float2(int2 a) { return make_float2((float)a.x, (float)a.y); }
SIMT_FN float2 make_float2(uint2 a) { return make_float2((float)a.x, (float)a.y); }
SIMT_FN float3 make_float3(float s) { return make_float3(s, s, s); }
SIMT_FN float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
SIMT_FN float3 make_float3(float2 a) { return make_float3(a.x, a.y, 0.0f); }
SIMT_FN float3 make_float3(float2 a, float last) { return make_float3(a.x, a.y, last); }
SIMT_FN float3 make_float3(int3 a) { return make_float3((float)a.x, (float)a.y, (float)a.z); }
SIMT_FN float3 make_float3(uint3 a) { return make_float3((float)a.x, (float)a.y, (float)a.z); }
SIMT_FN float4 make_float4(float s) { return make_float4(s, s, s, s); }
SIMT_FN float4 make_float4(float3 a) { return make_float4(a.x, a.y, a.z, 0.0f); }
SIMT_FN float4 make_float4(float3 a, float last) { return make_float4(a.x, a.y, a.z, last); }
SIMT_FN float4 make_float4(int4 a) { return make_float4((float)a.x, (float)a.y, (float)a.z, (float)a.w); }
SIMT_FN float4 make_float4(uint4 a) { return make_float4((float)a.x, (float)a.y, (float)a.z, (float)a.w); }
SIMT_FN int2 make_int2(int s) { return make_int2(s, s); }
SIMT_FN int2 make_int2(int3 a) { return make_int2(a.x, a.y); }
SIMT_FN int2 make_int2(uint2 a) { return make_int2((int)a.x, (int)a.y); }
SIMT_FN int2 make_int2(float2 a) { return make_int2((int)a.x, (int)a.y); }
SIMT_FN int3 make_int3(int s) { return make_int3(s, s, s); }
SIMT_FN int3 make_int3(int4 a) { return make_int3(a.x, a.y, a.z); }
SIMT_FN int3 make_int3(int2 a) { return make_int3(a.x, a.y, 0); }
SIMT_FN int3 make_int3(int2 a, int last) { return make_int3(a.x, a.y, last); }
SIMT_FN int3 make_int3(uint3 a) { return make_int3((int)a.x, (int)a.y, (int)a.z); }
SIMT_FN int3 make_int3(float3 a) { return make_int3((int)a.x, (int)a.y, (int)a.z); }
SIMT_FN int4 make_int4(int s) { return make_int4(s, s, s, s); }
SIMT_FN int4 make_int4(int3 a) { return make_int4(a.x, a.y, a.z, 0); }
SIMT_FN int4 make_int4(int3 a, int last) { return make_int4(a.x, a.y, a.z, last); }
SIMT_FN int4 make_int4(uint4 a) { return make_int4((int)a.x, (int)a.y, (int)a.z, (int)a.w); }
SIMT_FN int4 make_int4(float4 a) { return make_int4((int)a.x, (int)a.y, (int)a.z, (int)a.w); }
SIMT_FN uint2 make_uint2(uint s) { return make_uint2(s, s); }
SIMT_FN uint2 make_uint2(uint3 a) { return make_uint2(a.x, a.y); }
SIMT_FN uint2 make_uint2(int2 a) { return make_uint2((uint)a.x, (uint)a.y); }
SIMT_FN uint3 make_uint3(uint s) { return make_uint3(s, s, s); }
SIMT_FN uint3 make_uint3(uint4 a) { return make_uint3(a.x, a.y, a.z); }
SIMT_FN uint3 make_uint3(uint2 a) { return make_uint3(a.x, a.y, 0); }
SIMT_FN uint3 make_uint3(uint2 a, uint last) { return make_uint3(a.x, a.y, last); }
SIMT_FN uint3 make_uint3(int3 a) { return make_uint3((uint)a.x, (uint)a.y, (uint)a.z); }
SIMT_FN uint4 make_uint4(uint s) { return make_uint4(s, s, s, s); }
SIMT_FN uint4 make_uint4(uint3 a) { return make_uint4(a.x, a.y, a.z, 0); }
SIMT_FN uint4 make_uint4(uint3 a, uint last) { return make_uint4(a.x, a.y, a.z, last); }
SIMT_FN uint4 make_uint4(int4 a) { return make_uint4((uint)a.x, (uint)a.y, (uint)a.z, (uint)a.w); }

#endif
