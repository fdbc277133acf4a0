// Memory of the pool is given back in a stream that does not wait for the kernel that uses it.
__global__ void fill(int *p) { p[threadIdx.x] = 1; }
int main() {
    int *p;
    cudaStream_t one, two;
    cudaStreamCreate(&one);
    cudaStreamCreate(&two);
    cudaMallocAsync(&p, 128 * sizeof(int), one);
    fill<<<1, 128, 0, one>>>(p);
    cudaFreeAsync(p, two);
    cudaDeviceSynchronize();
    cudaStreamDestroy(one);
    cudaStreamDestroy(two);
}
/*~
error[F0205]: nothing orders kernel `fill` in stream `one` and the free in stream `two`: the first writes `p[0]` to `p[127]`, the second frees them
  --> freed_in_another_stream.cu:2:32
   |
 2 | __global__ void fill(int *p) { p[threadIdx.x] = 1; }
   |                                ^^^^^^^^^^^^^^ 1. writes them; launched on line 9
...
10 |     cudaFreeAsync(p, two);
   |     --------------------- 2. frees them, in stream `two`
   |
   = help: record an event in stream `one` after kernel `fill`, and let stream `two` wait for it (`cudaStreamWaitEvent`) before the free; or put both into one stream
*/
