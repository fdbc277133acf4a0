// The default stream does not wait for a non-blocking one.
#include <cstdio>
__global__ void scale(float *v, float by) { v[threadIdx.x] *= by; }
int main() {
    float h[32], *v;
    for (int i = 0; i < 32; i++) h[i] = i;
    cudaStream_t work;
    cudaMalloc(&v, sizeof(h));
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaMemcpy(v, h, sizeof(h), cudaMemcpyHostToDevice);
    scale<<<1, 32, 0, work>>>(v, 3.0f);
    cudaMemcpy(h, v, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%g\n", h[5]);
    cudaStreamDestroy(work);
    cudaFree(v);
}
/*~
error[F0205]: nothing orders kernel `scale` in stream `work` and the copy in the default stream: the first writes `v[0]` to `v[31]`, the second reads them
  --> nonblocking_and_default.cu:3:45
   |
 3 | __global__ void scale(float *v, float by) { v[threadIdx.x] *= by; }
   |                                             ^^^^^^^^^^^^^^ 1. writes them; launched on line 11
...
12 |     cudaMemcpy(h, v, sizeof(h), cudaMemcpyDeviceToHost);
   |     --------------------------------------------------- 2. reads them, in the default stream
   |
   = help: a stream made with `cudaStreamNonBlocking` is not ordered with the default one: record an event in stream `work` after kernel `scale`, and let the default stream wait for it (`cudaStreamWaitEvent`) before the copy; or put both into one stream
*/
