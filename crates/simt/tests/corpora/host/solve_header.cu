// A puzzle's `solve.h` declares what the file defines: where there is no such file, nothing is missing.
#include "solve.h"
#include <cuda_runtime.h>
#include <cstdio>
__global__ void reverse_array(float *input, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N / 2) {
        float t = input[i];
        input[i] = input[N - 1 - i];
        input[N - 1 - i] = t;
    }
}
void solve(float *input, int N) {
    reverse_array<<<(N + 255) / 256, 256>>>(input, N);
    cudaDeviceSynchronize();
}
int main() {
    float *x;
    cudaMallocManaged(&x, 12);
    for (int i = 0; i < 3; ++i) x[i] = i;
    solve(x, 3);
    printf("%g %g %g\n", x[0], x[1], x[2]);
}
/* expect
2 1 0
*/
