// The second stream reads what the first writes, and there is no event.
#include <cstdio>
__global__ void produce(float *data) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = i;
}
__global__ void consume(const float *data, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * data[i];
}
int main() {
    float *d_data, *d_out, out[256];
    cudaStream_t a, b;
    cudaMalloc(&d_data, sizeof(out));
    cudaMalloc(&d_out, sizeof(out));
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    produce<<<2, 128, 0, a>>>(d_data);
    consume<<<2, 128, 0, b>>>(d_data, d_out);
    cudaDeviceSynchronize();
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    printf("%g\n", out[200]);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaFree(d_data);
    cudaFree(d_out);
}
/*~
error[F0205]: nothing orders kernel `produce` in stream `a` and kernel `consume` in stream `b`: the first writes `d_data[0]` to `d_data[255]`, the second reads them
 --> two_streams_one_buffer.cu:5:5
  |
5 |     data[i] = i;
  |     ^^^^^^^ 1. writes them; launched on line 18
...
9 |     out[i] = 2 * data[i];
  |                  ------- 2. reads them; launched on line 19
  |
  = help: record an event in stream `a` after kernel `produce`, and let stream `b` wait for it (`cudaStreamWaitEvent`) before kernel `consume`; or put both into one stream
*/
