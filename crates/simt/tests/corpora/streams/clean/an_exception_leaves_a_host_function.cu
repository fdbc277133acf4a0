// A host function is left by an exception that is caught outside; after it the host is itself again.
#include <cstdio>
#include <stdexcept>
__global__ void fill(int *v) { v[threadIdx.x] = 1; }
void breaks(void *data) {
    ((int *)data)[0] += 1;
    throw std::runtime_error("no");
}
int main() {
    int *v;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMallocManaged(&v, 32 * sizeof(int));
    fill<<<1, 32, 0, s>>>(v);
    try {
        cudaLaunchHostFunc(s, breaks, v);
    } catch (const std::runtime_error &e) {
        printf("%s\n", e.what());
    }
    cudaStreamSynchronize(s);
    printf("%d\n", v[0]);
    fill<<<1, 32>>>(v);
    cudaDeviceSynchronize();
    v[0] = 5;
    printf("%d\n", v[0]);
    cudaFree(v);
    cudaStreamDestroy(s);
}
