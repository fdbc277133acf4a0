// The runtime's header brings <utility> along: host code that swaps pointers between launches includes nothing for it.
#include <cstdio>
__global__ void twice(const int* in, int* out) { out[threadIdx.x] = 2 * in[threadIdx.x]; }
int main() {
    int h[4] = {1, 2, 3, 4};
    int *a, *b;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    for (int turn = 0; turn < 3; turn++) {
        twice<<<1, 4>>>(a, b);
        std::swap(a, b);
    }
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
    return 0;
}
/* expect
8 16 24 32
*/
