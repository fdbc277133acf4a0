// Two streams share the work; the second begins one element too early.
__global__ void smooth(float *v, int from, int to) {
    int i = from + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < to) v[i] = 0.5f * v[i];
}
int main() {
    int n = 1024;
    float *values;
    cudaStream_t left, right;
    cudaMalloc(&values, n * sizeof(float));
    cudaMemset(values, 0, n * sizeof(float));
    cudaStreamCreate(&left);
    cudaStreamCreate(&right);
    smooth<<<4, 128, 0, left>>>(values, 0, n / 2);
    smooth<<<5, 128, 0, right>>>(values, n / 2 - 1, n);
    cudaDeviceSynchronize();
    cudaStreamDestroy(left);
    cudaStreamDestroy(right);
    cudaFree(values);
}
/*~
error[F0205]: nothing orders kernel `smooth` in stream `left` and kernel `smooth` in stream `right`: the first writes `values[511]`, the second reads it
 --> halves_that_overlap.cu:4:17
  |
4 |     if (i < to) v[i] = 0.5f * v[i];
  |                 ^^^^ 1. writes it; launched on line 14
  |                               ---- 2. reads it; launched on line 15
  |
  = help: record an event in stream `left` after kernel `smooth`, and let stream `right` wait for it (`cudaStreamWaitEvent`) before kernel `smooth`; or put both into one stream
*/
