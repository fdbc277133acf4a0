// A launch that may begin before the one ahead of it has ended waits for it where it says so.
#include <cstdio>

__global__ void make(int *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = i;
    cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void use(const int *data, int *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cudaGridDependencySynchronize();
    if (i < n) atomicAdd(sum, data[i]);
}

int main() {
    const int n = 256;
    int *data, *sum, total = 0;
    cudaMalloc(&data, n * sizeof(int));
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    make<<<2, 128, 0, stream>>>(data, n);

    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(2);
    config.blockDim = dim3(128);
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, use, (const int *)data, sum, n);
    cudaStreamSynchronize(stream);
    cudaMemcpy(&total, sum, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", total);
    cudaStreamDestroy(stream);
    cudaFree(data);
    cudaFree(sum);
}
/* expect
32640
*/
