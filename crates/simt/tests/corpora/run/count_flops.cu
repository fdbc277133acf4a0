// Each kind of arithmetic is counted as what it is done on: lanes times 1, or times 2 where fused.
// buffer: x f32[64] = 1
// buffer: d f64[64] = 1
// launch: k<<<2, 32>>>(x, d)
// expect: x[i] = 5
// expect: d[i] = 3
// counter: flops.half = 256
// counter: flops.single = 64
// counter: flops.double = 128
// counter: flops.tensor = 0
// counter: flops = 448
#include <cuda_fp16.h>
__global__ void k(float* x, double* d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half h = __float2half(x[i]);
    __half s = __hadd(h, h);
    s = s * s;
    s = __hfma(h, h, s);
    x[i] = __half2float(s) - 0.0f * 1.0f;
    d[i] = fma(d[i], 2.0, 1.0);
}
