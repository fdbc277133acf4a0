// A constant is set for the second kernel while the first, in another stream, may still read it.
__constant__ float factor[4];
__global__ void scale(float *v) { v[threadIdx.x] *= factor[threadIdx.x % 4]; }
int main() {
    float *a, *b, *h_factor;
    cudaStream_t one, two;
    cudaMallocHost(&h_factor, 2 * sizeof(factor));
    for (int i = 0; i < 8; i++) h_factor[i] = i;
    cudaMalloc(&a, 128);
    cudaMalloc(&b, 128);
    cudaMemset(a, 0, 128);
    cudaMemset(b, 0, 128);
    cudaStreamCreate(&one);
    cudaStreamCreate(&two);
    cudaMemcpyToSymbolAsync(factor, h_factor, sizeof(factor), 0, cudaMemcpyHostToDevice, one);
    scale<<<1, 32, 0, one>>>(a);
    cudaMemcpyToSymbolAsync(factor, h_factor + 4, sizeof(factor), 0, cudaMemcpyHostToDevice, two);
    scale<<<1, 32, 0, two>>>(b);
    cudaDeviceSynchronize();
    cudaStreamDestroy(one);
    cudaStreamDestroy(two);
    cudaFree(a);
    cudaFree(b);
    cudaFreeHost(h_factor);
}
/*~
error[F0205]: nothing orders kernel `scale` in stream `one` and the copy in stream `two`: the first reads `factor[0]` to `factor[3]`, the second writes them
  --> constant_changed.cu:3:53
   |
 3 | __global__ void scale(float *v) { v[threadIdx.x] *= factor[threadIdx.x % 4]; }
   |                                                     ^^^^^^^^^^^^^^^^^^^^^^^ 1. reads them; launched on line 16
...
17 |     cudaMemcpyToSymbolAsync(factor, h_factor + 4, sizeof(factor), 0, cudaMemcpyHostToDevice, two);
   |     --------------------------------------------------------------------------------------------- 2. writes them, in stream `two`
   |
   = help: record an event in stream `one` after kernel `scale`, and let stream `two` wait for it (`cudaStreamWaitEvent`) before the copy; or put both into one stream
*/
