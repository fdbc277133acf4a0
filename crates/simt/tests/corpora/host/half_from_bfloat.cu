// Casts between the two small floats, which go through `float`.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void turn(const __nv_bfloat16 *b, __half *h, __nv_bfloat16 *back) {
    h[0] = (__half)b[0];
    h[1] = __half(b[1]);
    h[2] = static_cast<half>(b[2]);
    back[0] = (__nv_bfloat16)h[0];
}
int main() {
    __nv_bfloat16 *b;
    __half *h;
    cudaMallocManaged(&b, 8);
    cudaMallocManaged(&h, 8);
    b[0] = 1.5f, b[1] = -0.0078125f, b[2] = 1e6f;
    turn<<<1, 1>>>(b, h, b + 3);
    cudaDeviceSynchronize();
    printf("%g %g %g %g %g\n", (float)h[0], (float)h[1], (float)h[2], (float)b[3], (float)(half)b[0]);
    cudaFree(b);
    cudaFree(h);
}
/* expect
1.5 -0.0078125 inf 1.5 1.5
*/
