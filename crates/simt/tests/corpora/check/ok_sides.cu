// What looks like the device's and is not: host code may call all of it, as with NVIDIA's compiler.
#include <cmath>
#include <cstdio>
#include <cuda_fp16.h>
__host__ __device__ int bits(unsigned x) {
#ifdef __CUDA_ARCH__
    return __popc(x);
#else
    return __builtin_popcount(x);
#endif
}
int main() {
    float f = rsqrtf(4.0f) + sinpif(0.5f) + normcdff(0.0f) + erfinvf(0.0f) + exp10f(1.0f);
    __half h = __float2half(1.5f);
    h = __hadd(h, h) * __hneg(h);
    int n = __builtin_clz(16) + __builtin_ffs(8) + bits(7) + min(3, 4) + max(3u, 4u);
    printf("%g %g %d\n", f, __half2float(h), n);
}
