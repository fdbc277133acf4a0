// Loops of a few rounds in a loop of many: none goes round for ever, however long the block has gone on.
#include <cstdio>

__global__ void add(float *out, int rounds) {
    float sums[4] = {};
    for (int t = 0; t < rounds; ++t)
        for (int i = 0; i < 16; ++i)
#pragma unroll 1
            for (int a = 0; a < 4; ++a)
#pragma unroll 1
                for (int b = 0; b < 4; ++b) sums[a] += 1;
    out[threadIdx.x] = sums[1];
}

int main() {
    float *out, host[32];
    cudaMalloc(&out, sizeof(host));
    add<<<1, 32>>>(out, 20000);
    printf("%s\n", cudaGetErrorString(cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost)));
    printf("%g %g\n", host[0], host[31]);
    cudaFree(out);
}
/* expect
no error
1.28e+06 1.28e+06
*/
