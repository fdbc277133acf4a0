// `extern __shared__` of what is no array: the launch gives it room.
#include <cstdio>
__global__ void k(int *out) {
    extern __shared__ unsigned int number;
    if (threadIdx.x == 0) number = blockIdx.x + 5;
    __syncthreads();
    out[blockIdx.x * 2 + threadIdx.x] = number;
}
int main() {
    int *d, h[4];
    cudaMalloc(&d, sizeof(h));
    k<<<2, 2, sizeof(int)>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    cudaFree(d);
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
}
/* expect
5 5 6 6
*/
