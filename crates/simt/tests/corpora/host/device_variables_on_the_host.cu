// Host code has a copy of its own of a variable of the device: zeros, or the value of one that is const; what it stores there stays with it.
#include <cstdio>

__constant__ const float weights[3] = {1.5f, 2.0f, 3.0f};
__device__ const int width = 7;
__device__ constexpr int height = 8;
__constant__ int limit = 9;
__device__ int slots[2] = {1, 2};

__global__ void read(float *out) {
    out[threadIdx.x] = weights[threadIdx.x] + width + height + limit + slots[0] + slots[1];
}

int main() {
    float sum = 0;
    for (int i = 0; i < 3; i++) sum += weights[i];
    printf("%g %d %d\n", sum, width, height);
    printf("%d\n", limit);
    slots[1] = 40;
    printf("%d %d\n", slots[0], slots[1]);
    float *out, first;
    cudaMalloc(&out, 3 * sizeof(float));
    read<<<1, 3>>>(out);
    cudaMemcpy(&first, out, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", first);
    int more = 10;
    cudaMemcpyToSymbol(limit, &more, sizeof(more));
    read<<<1, 3>>>(out);
    cudaMemcpy(&first, out, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g %d\n", first, limit);
    cudaFree(out);
}
/* expect
6.5 7 8
0
0 40
28.5
29.5 0
*/
