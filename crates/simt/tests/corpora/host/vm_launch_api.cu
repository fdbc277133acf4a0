// The ways to launch: by pointer, with a struct, cooperatively, from a template, with a stream.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

struct Line {
    float slope;
    double offset;
    int n;
};
__global__ void along(Line line, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < line.n) y[i] = line.slope * i + (float)line.offset;
}
__global__ void sum_all(int *data, int *total, int n) {
    cg::grid_group grid = cg::this_grid();
    for (int i = grid.thread_rank(); i < n; i += grid.size()) data[i] *= 2;
    grid.sync();
    if (grid.thread_rank() == 0) {
        int s = 0;
        for (int i = 0; i < n; i++) s += data[i];
        *total = s;
    }
}
template <class T, int factor> __global__ void times(T *x) { x[threadIdx.x] *= factor; }

int main() {
    float *y, h[4];
    cudaMalloc(&y, sizeof h);
    Line line = {2.0f, 0.5, 4};
    void *args[] = {&line, &y};
    printf("%d\n", (int)cudaLaunchKernel((const void *)along, dim3(1), dim3(32), args, 0, 0));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    times<float, 3><<<1, 4, 0, stream>>>(y);
    void (*kernel)(float *) = times<float, 10>;
    kernel<<<1, 4, 0, stream>>>(y);
    cudaMemcpyAsync(h, y, sizeof h, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    printf("%g %g\n", h[0], h[3]);
    int *data, *total, n = 100;
    cudaMallocManaged(&data, n * sizeof(int));
    cudaMallocManaged(&total, sizeof(int));
    for (int i = 0; i < n; i++) data[i] = i;
    void *more[] = {&data, &total, &n};
    printf("%d\n", (int)cudaLaunchCooperativeKernel((void *)sum_all, dim3(2), dim3(32), more));
    cudaDeviceSynchronize();
    printf("%d\n", *total);
    printf("%d\n", (int)cudaLaunchCooperativeKernel((void *)sum_all, dim3(100000), dim3(1024), more));
    int blocks = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sum_all, 1024, 0);
    printf("%d\n", blocks);
    return 0;
}
/* expect
0
15 195
0
9900
720
2
*/
