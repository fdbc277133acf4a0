// Threads that wait for the clock, as samples about streams do: it goes faster while nothing else is done.
//@ fuel 4000000
#include <cstdio>

__global__ void spin(long long cycles, int *ended) {
    long long start = clock64();
    while (clock64() - start < cycles) {}
    atomicAdd(ended, clock64() - start >= cycles);
}

__global__ void spin_low(unsigned int cycles, int *ended) {
    unsigned int start = (unsigned int)clock(), passed = 0;
    while (passed < cycles) {
        unsigned int now = (unsigned int)clock();
        passed = now >= start ? now - start : now + (0xffffffffu - start);
    }
    atomicAdd(ended, 1);
}

// What is measured is not spinning: so many reads in a row, each with work around it, and the clock is as it was.
__global__ void measured(int *data, long long *most) {
    long long worst = 0;
    for (int i = 0; i < 20000; i++) {
        long long before = clock64();
        data[i % 32]++;
        long long took = clock64() - before;
        worst = took > worst ? took : worst;
    }
    *most = worst;
}

int main() {
    int *ended, *data;
    long long *most;
    cudaMallocManaged(&ended, sizeof(int));
    cudaMallocManaged(&data, 32 * sizeof(int));
    cudaMallocManaged(&most, sizeof(long long));
    *ended = 0;
    for (int i = 0; i < 32; i++) data[i] = 0;
    spin<<<4, 64>>>(1000000000, ended);
    spin_low<<<1, 1>>>(2000000000u, ended);
    measured<<<1, 1>>>(data, most);
    cudaDeviceSynchronize();
    printf("%d ended, at most %s\n", *ended, *most < 100 ? "some tens" : "many");
    cudaFree(ended);
    cudaFree(data);
    cudaFree(most);
}
/* expect
257 ended, at most some tens
*/
