// `atomicAdd` of two and four floats: each component is added atomically, the whole is not.
#pragma once
#define SIMT_VECTORS(name)                                                                                             \
    inline __device__ float2 name(float2 *p, float2 by) { return make_float2(name(&p->x, by.x), name(&p->y, by.y)); }  \
    inline __device__ float4 name(float4 *p, float4 by) {                                                              \
        return make_float4(name(&p->x, by.x), name(&p->y, by.y), name(&p->z, by.z), name(&p->w, by.w));                \
    }
SIMT_VECTORS(atomicAdd)
SIMT_VECTORS(atomicAdd_block)
SIMT_VECTORS(atomicAdd_system)
#undef SIMT_VECTORS
