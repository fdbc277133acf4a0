// A kernel copies what nobody wrote over what was written: the finding does not say that nobody stored there.
//@ finding `in[16]`, and what a kernel stored there was never set
//@ finding `all[16]`, which was never written
#include <cstdio>

__global__ void copy(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void sign(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x] > 0 ? 1 : 2; }
__global__ void other(const float *all, float *out) { out[threadIdx.x] = all[threadIdx.x] > 0 ? 1 : 2; }

int main() {
    float *half, *whole, *out, zeros[32] = {};
    cudaMalloc(&half, sizeof(zeros));
    cudaMalloc(&whole, sizeof(zeros));
    cudaMalloc(&out, sizeof(zeros));
    cudaMemcpy(half, zeros, sizeof(zeros) / 2, cudaMemcpyHostToDevice);
    cudaMemcpy(whole, zeros, sizeof(zeros), cudaMemcpyHostToDevice);
    copy<<<1, 32>>>(half, whole);
    sign<<<1, 32>>>(whole, out);
    other<<<1, 32>>>(half, out);
    cudaDeviceSynchronize();
    puts("ended");
    cudaFree(half);
    cudaFree(whole);
    cudaFree(out);
}
/* expect
ended
*/
