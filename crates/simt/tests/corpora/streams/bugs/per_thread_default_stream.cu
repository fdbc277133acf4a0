// `cudaStreamPerThread` and a stream of one's own are two streams.
__global__ void one(int *p) { p[threadIdx.x] = 1; }
__global__ void two(int *p) { p[threadIdx.x] += 2; }
int main() {
    int *p;
    cudaStream_t own;
    cudaStreamCreate(&own);
    cudaMalloc(&p, 32 * sizeof(int));
    one<<<1, 32, 0, cudaStreamPerThread>>>(p);
    two<<<1, 32, 0, own>>>(p);
    cudaDeviceSynchronize();
    cudaStreamDestroy(own);
    cudaFree(p);
}
/*~
error[F0205]: nothing orders kernel `one` in the per-thread default stream and kernel `two` in stream `own`: the first writes `p[0]` to `p[31]`, the second reads them
 --> per_thread_default_stream.cu:2:31
  |
2 | __global__ void one(int *p) { p[threadIdx.x] = 1; }
  |                               ^^^^^^^^^^^^^^ 1. writes them; launched on line 9
3 | __global__ void two(int *p) { p[threadIdx.x] += 2; }
  |                               -------------- 2. reads them; launched on line 10
  |
  = help: record an event in the per-thread default stream after kernel `one`, and let stream `own` wait for it (`cudaStreamWaitEvent`) before kernel `two`; or put both into one stream
*/
