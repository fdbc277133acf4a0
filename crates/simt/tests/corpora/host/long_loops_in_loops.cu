// Blocks that are long enough to be looked at: where an inner loop ends, the outer one has not been round without a step.
#include <cstdio>

__global__ void product(const float *a, const float *b, float *out, int n, int inner) {
    __shared__ float rows[32][32], columns[32][32];
    int row = threadIdx.y, column = threadIdx.x;
    float sum = 0;
    for (int t = 0; t < n; t++) {
        rows[row][column] = a[row * n + t + column];
        columns[row][column] = b[(t + row) * n + column];
        __syncthreads();
        for (int k = 0; k < inner; k++) sum += rows[row][k] * columns[k][column];
        __syncthreads();
    }
    out[row * n + column] = sum;
}

int main() {
    static float host[8192];
    float *a, *out;
    for (int i = 0; i < 8192; i++) host[i] = i % 3 == 0;
    cudaMalloc(&a, sizeof(host));
    cudaMalloc(&out, sizeof(host));
    cudaMemcpy(a, host, sizeof(host), cudaMemcpyHostToDevice);
    for (int inner = 14; inner <= 32; inner += 2) product<<<1, dim3(32, 32)>>>(a, a, out, 64, inner);
    cudaMemcpy(host, out, 32 * 64 * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%s %g %g\n", cudaGetErrorString(cudaGetLastError()), host[0], host[1]);
    cudaFree(a);
    cudaFree(out);
}
/* expect
no error 683 0
*/
