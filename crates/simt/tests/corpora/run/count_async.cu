// An asynchronous copy is one instruction: a load from global memory whose passes are over shared memory.
// buffer: a f32[128] = i
// buffer: out f32[128] = 0
// launch: k<<<1, 32>>>(a, out)
// expect: out[i] = i
// counter: class.loads = 2
// counter: class.stores = 1
// counter: a.loads.requests = 1
// counter: a.loads.sectors = 16
// counter: shared.stores.requests = 0
// counter: shared.stores.wavefronts = 4
#include <cuda_pipeline.h>
__global__ void k(const float4* a, float4* out) {
    __shared__ float4 s[32];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &a[t], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[t] = s[t];
}
