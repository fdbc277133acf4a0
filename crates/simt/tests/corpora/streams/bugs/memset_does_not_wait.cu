// `cudaMemset` of device memory returns before it is done, and a non-blocking stream does not wait for it.
__global__ void count(unsigned int *bins, const unsigned char *text, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bins[text[i] & 15], 1u);
}
int main() {
    unsigned int *bins;
    unsigned char *text;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMalloc(&bins, 16 * sizeof(unsigned int));
    cudaMalloc(&text, 500);
    cudaMemset(text, 7, 500);
    cudaDeviceSynchronize();
    cudaMemset(bins, 0, 16 * sizeof(unsigned int));
    count<<<1, 128, 0, stream>>>(bins, text, 500);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(bins);
    cudaFree(text);
}
/*~
error[F0205]: nothing orders the memset in the default stream and kernel `count` in stream `stream`: the first writes `bins[7]`, the second changes it by an atomic
  --> memset_does_not_wait.cu:14:5
   |
 3 |     for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bins[text[i] & 15], 1u);
   |                                                       ---------------------------------- 2. changes it by an atomic; launched on line 15
...
14 |     cudaMemset(bins, 0, 16 * sizeof(unsigned int));
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. writes it, in the default stream
   |
   = help: a stream made with `cudaStreamNonBlocking` is not ordered with the default one: record an event in the default stream after the memset, and let stream `stream` wait for it (`cudaStreamWaitEvent`) before kernel `count`; or put both into one stream
*/
