// Memory of the pool is there in the stream that asked for it, and in others after it.
__global__ void fill(int *p) { p[threadIdx.x] = 1; }
int main() {
    int *p;
    cudaStream_t one, two;
    cudaStreamCreate(&one);
    cudaStreamCreate(&two);
    cudaMallocAsync(&p, 128 * sizeof(int), one);
    fill<<<1, 128, 0, two>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaStreamDestroy(one);
    cudaStreamDestroy(two);
}
/*~
error[F0205]: nothing orders the allocation in stream `one` and kernel `fill` in stream `two`: the first allocates `p[0]` to `p[127]`, the second writes them
 --> pool_memory_used_too_early.cu:8:5
  |
2 | __global__ void fill(int *p) { p[threadIdx.x] = 1; }
  |                                -------------- 2. writes them; launched on line 9
...
8 |     cudaMallocAsync(&p, 128 * sizeof(int), one);
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. allocates them, in stream `one`
  |
  = help: record an event in stream `one` after the allocation, and let stream `two` wait for it (`cudaStreamWaitEvent`) before kernel `fill`; or put both into one stream
*/
