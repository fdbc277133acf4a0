// What CUDA declares for the device alone, called by host code: NVIDIA's compiler says of each that calling a __device__
// function from a __host__ function is not allowed.
#include <cuda_fp16.h>
void host() {
    int i = 1;
    unsigned u = 1;
    unsigned long long ull = 1;
    float f = 1;
    double d = 1;
    __half h = 1.0f;
    __half2 h2 = __float2half2_rn(2.0f);
    atomicAdd(&i, 1); //~ error: `atomicAdd` belongs to device code: host code cannot use it
    atomicAdd(&f, 1.0f); //~ error: `atomicAdd` belongs to device code: host code cannot use it
    atomicAdd(&h, h); //~ error: `atomicAdd` belongs to device code: host code cannot use it
    atomicCAS_system(&u, 1u, 2u); //~ error: `atomicCAS_system` belongs to device code: host code cannot use it
    atomicExch_block(&f, 1.0f); //~ error: `atomicExch_block` belongs to device code: host code cannot use it
    __threadfence(); //~ error: `__threadfence` belongs to device code: host code cannot use it
    __syncwarp(); //~ error: `__syncwarp` belongs to device code: host code cannot use it
    __shfl_down_sync(~0u, f, 1); //~ error: `__shfl_down_sync` belongs to device code: host code cannot use it
    __ballot_sync(~0u, 1); //~ error: `__ballot_sync` belongs to device code: host code cannot use it
    __reduce_add_sync(~0u, u); //~ error: `__reduce_add_sync` belongs to device code: host code cannot use it
    __popc(u); //~ error: `__popc` belongs to device code: host code cannot use it
    __clzll(ull); //~ error: `__clzll` belongs to device code: host code cannot use it
    __ffs(i); //~ error: `__ffs` belongs to device code: host code cannot use it
    __brev(u); //~ error: `__brev` belongs to device code: host code cannot use it
    __byte_perm(u, u, u); //~ error: `__byte_perm` belongs to device code: host code cannot use it
    __dp4a(i, i, i); //~ error: `__dp4a` belongs to device code: host code cannot use it
    __vadd4(u, u); //~ error: `__vadd4` belongs to device code: host code cannot use it
    __umulhi(u, u); //~ error: `__umulhi` belongs to device code: host code cannot use it
}
