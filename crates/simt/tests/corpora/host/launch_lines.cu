// What is found or fails names the launch in which it was, not an earlier one of the same shape.
//@ finding which was never written
//@ says in `add<<<1, 32>>>`, launched on line 22
//@ refused the grid has no blocks
//@ says in `add<<<0, 32>>>`, launched on line 27
#include <cstdio>

__global__ void add(float *data, int n) {
    int i = threadIdx.x;
    if (i < n) data[i] = data[i] + 1;
}
__global__ void leave(int *p) {
    if (p) *p = 0;
}

int main() {
    float *written, *fresh;
    cudaMalloc(&written, 32 * sizeof(float));
    cudaMalloc(&fresh, 32 * sizeof(float));
    cudaMemset(written, 0, 32 * sizeof(float));
    add<<<1, 32>>>(written, 32);
    add<<<1, 32>>>(fresh, 32);
    add<<<1, 32>>>(fresh, 32);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    leave<<<1, 1>>>(nullptr);
    leave<<<1, 1>>>(nullptr);
    add<<<0, 32>>>(fresh, 32);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFree(written);
    cudaFree(fresh);
}
/* expect
cudaSuccess
cudaErrorInvalidConfiguration
*/
