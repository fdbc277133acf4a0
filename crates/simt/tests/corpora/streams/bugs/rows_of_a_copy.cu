// A copy by rows goes on while a kernel in another stream changes the last of them.
__global__ void clear(float *m, int width, int row) { m[row * width + threadIdx.x] = 0; }
int main() {
    const int width = 64, height = 16;
    size_t bytes = width * height * sizeof(float);
    float *d_m, *h_m;
    cudaStream_t copies, work;
    cudaMalloc(&d_m, bytes);
    cudaMallocHost(&h_m, bytes);
    cudaMemset(d_m, 0, bytes);
    cudaStreamCreate(&copies);
    cudaStreamCreate(&work);
    cudaMemcpy2DAsync(h_m, width * 4, d_m, width * 4, (width - 8) * 4, height, cudaMemcpyDeviceToHost, copies);
    clear<<<1, width, 0, work>>>(d_m, width, height - 1);
    cudaDeviceSynchronize();
    cudaStreamDestroy(copies);
    cudaStreamDestroy(work);
    cudaFree(d_m);
    cudaFreeHost(h_m);
}
/*~
error[F0205]: nothing orders the copy in stream `copies` and kernel `clear` in stream `work`: the first reads `d_m[960]` to `d_m[1015]`, the second writes them
  --> rows_of_a_copy.cu:13:5
   |
 2 | __global__ void clear(float *m, int width, int row) { m[row * width + threadIdx.x] = 0; }
   |                                                       ---------------------------- 2. writes them; launched on line 14
...
13 |     cudaMemcpy2DAsync(h_m, width * 4, d_m, width * 4, (width - 8) * 4, height, cudaMemcpyDeviceToHost, copies);
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 1. reads them, in stream `copies`
   |
   = help: record an event in stream `copies` after the copy, and let stream `work` wait for it (`cudaStreamWaitEvent`) before kernel `clear`; or put both into one stream
*/
