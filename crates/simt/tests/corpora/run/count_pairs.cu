// An operation on a pair of halves is one instruction, and an operation on each: 2, or 4 where fused.
// buffer: x f32[32] = 1
// launch: k<<<1, 32>>>(x)
// expect: x[i] = 8
// counter: flops.half = 288
// counter: class.half = 4
#include <cuda_fp16.h>
__global__ void k(float* x) {
    __half2 a = __float2half2_rn(x[threadIdx.x]);
    __half2 b = __hadd2(a, a);
    b = __hfma2(b, b, a);
    b -= a;
    __half c = __hadd(b.x, b.y);
    x[threadIdx.x] = __half2float(c);
}
