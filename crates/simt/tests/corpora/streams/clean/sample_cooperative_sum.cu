// A cooperative launch by pointers to arguments on managed memory, in a stream, between host loops.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void sums(const float *in, float *part, float *out, int n) {
    cg::grid_group grid = cg::this_grid();
    float mine = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size()) mine += in[i];
    atomicAdd(&part[blockIdx.x], mine);
    grid.sync();
    if (grid.thread_rank() == 0) {
        *out = 0;
        for (int b = 0; b < gridDim.x; b++) *out += part[b];
    }
}
int main() {
    int n = 1000;
    float *in, *part, *out;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&part, 4 * sizeof(float));
    cudaMallocManaged(&out, sizeof(float));
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < n; i++) in[i] = round + 1;
        cudaMemsetAsync(part, 0, 4 * sizeof(float), s);
        void *args[] = {&in, &part, &out, &n};
        cudaLaunchCooperativeKernel((void *)sums, dim3(4), dim3(64), args, 0, s);
        cudaStreamSynchronize(s);
        printf("%g\n", *out);
    }
    cudaStreamDestroy(s);
    cudaFree(in);
    cudaFree(part);
    cudaFree(out);
}
