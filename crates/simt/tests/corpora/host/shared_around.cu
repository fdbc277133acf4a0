// Addresses of shared memory have 32 bits: an unsigned index that goes around is an element before the pointer. Further out it stays an error.
#include <cstdio>

__global__ void kernel(float *out, unsigned radius) {
    __shared__ float tile[40];
    float *middle = tile + 4;
    middle[threadIdx.x - radius] = threadIdx.x + 1.0f;
    if (threadIdx.x < 8) middle[threadIdx.x + 28] = 0.0f;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x] + middle[threadIdx.x - radius];
}

int main() {
    float *out;
    cudaMallocManaged(&out, 32 * sizeof(float));
    kernel<<<1, 32>>>(out, 4);
    cudaDeviceSynchronize();
    printf("%g %g %g\n", out[0], out[3], out[31]);
    cudaFree(out);
}
/* expect
2 8 64
*/
