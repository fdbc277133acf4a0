// Regions of OpenMP whose threads do not meet: each thread of the team in turn.
#include <cstdio>
#include <omp.h>
#define TEAM(k) _Pragma("omp parallel num_threads(4)")
__global__ void scale(float *v, int n, float by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] *= by;
}
__global__ void mark(int *v, int with) {
#pragma omp parallel num_threads(8) // not in device code
    v[threadIdx.x] += with;
}
int outside() { return omp_in_parallel() * 100 + omp_get_thread_num() * 10 + omp_get_num_threads(); }
int main() {
    const int n = 1000;
    static float v[n];
    for (int i = 0; i < n; i++) v[i] = i;
    int parts = 2, order[8] = {};
#pragma omp parallel num_threads(parts + 1) // each its part of the array
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
        int first = n * me / all, count = n * (me + 1) / all - first;
        float *d;
        cudaMalloc(&d, count * sizeof(float));
        cudaMemcpy(d, v + first, count * sizeof(float), cudaMemcpyHostToDevice);
        scale<<<(count + 127) / 128, 128>>>(d, count, me + 2);
        cudaMemcpy(v + first, d, count * sizeof(float), cudaMemcpyDeviceToHost);
        cudaFree(d);
        order[me] = all * 10 + me;
    }
    printf("%g %g %g %g; %d %d %d %d\n", v[0], v[332], v[334], v[999], order[0], order[1], order[2], order[3]);
    printf("%d\n", outside());

    omp_set_num_threads(4);
    int *d, h[4], total = 0, tid, largest = 0;
    cudaStream_t streams[4];
    cudaMalloc(&d, 4 * sizeof(int));
    cudaMemset(d, 0, 4 * sizeof(int));
    for (int i = 0; i < 4; i++) cudaStreamCreate(&streams[i]);
#pragma omp parallel private(tid) reduction(+ : total)
    {
        tid = omp_get_thread_num();
        mark<<<1, 1, 0, streams[tid]>>>(d + tid, 7 * tid);
        total += tid + 1;
#pragma omp critical
        {
            if (tid > largest) largest = tid;
        }
#pragma omp master
        {
            order[7] += 1;
        }
    }
    cudaDeviceSynchronize();
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d %d %d %d; %d %d %d, at most %d\n", h[0], h[1], h[2], h[3], total, largest, order[7], omp_get_max_threads());
    int visits = 0, inner = 0;
#pragma omp parallel num_threads(2) if (n > 5000)
    visits++;
    TEAM(4)
    {
#pragma omp atomic
        visits += 10;
#pragma omp parallel num_threads(3)
        inner += omp_get_num_threads();
    }
    printf("%d %d %d\n", visits, inner, outside());
    // Work that is shared out: one thread does it, as often as it is to be done.
    int sum = 0, lone = 0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < 100; i++) sum += i;
#pragma omp single
        lone++;
    }
    printf("%d %d\n", sum, lone);
    for (auto &s : streams) cudaStreamDestroy(s);
    cudaFree(d);
}
/* expect
0 664 1002 3996; 30 31 32 0
1
0 7 14 21; 10 3 1, at most 4
41 4 1
4950 1
*/
