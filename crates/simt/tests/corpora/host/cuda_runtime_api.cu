/* expect
one device, warp 32, threads 1024: 1
symbol 3 5 7
rows 0 1 2 10 11 12
pitch 512 at least: 1
streams 99 99
event ms not negative: 1
blocks fit: 1, block of 1024 or less: 1
launched 42 43
error 1 cudaErrorInvalidValue: invalid argument
device 101 then 0
attributes: 1
kinds 2 3 1 0
host function ran
*/
//@ finding `cudaMemcpyDeviceToHost` given for a copy to a null pointer
#include <cuda_runtime.h>
#include <stdio.h>
__constant__ int table[3];
__device__ int total;
__global__ void from_table(int* out) { out[threadIdx.x] = table[threadIdx.x]; }
__global__ void store(int* out, int value) { out[threadIdx.x] = value + threadIdx.x; }
template <int N> __global__ void tile(int* out) {
    __shared__ int room[N];
    room[threadIdx.x % N] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = room[0] + 99;
}
static void note(void* text) { printf("%s\n", (const char*)text); }
int main() {
    int count = 0;
    cudaGetDeviceCount(&count);
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    printf("one device, warp %d, threads %d: %d\n", prop.warpSize, prop.maxThreadsPerBlock, count);

    int host[] = {3, 5, 7}, back[6] = {0};
    int* device;
    cudaMalloc(&device, 64 * sizeof(int));
    cudaMemcpyToSymbol(table, host, sizeof(host));
    from_table<<<1, 3>>>(device);
    cudaMemcpy(back, device, sizeof(host), cudaMemcpyDeviceToHost);
    printf("symbol %d %d %d\n", back[0], back[1], back[2]);

    int grid[2][4] = {{0, 1, 2, 3}, {10, 11, 12, 13}};
    char* rows;
    size_t pitch;
    cudaMallocPitch(&rows, &pitch, 12, 2);
    cudaMemcpy2D(rows, pitch, grid, 16, 12, 2, cudaMemcpyHostToDevice);
    cudaMemcpy2D(back, 12, rows, pitch, 12, 2, cudaMemcpyDeviceToHost);
    printf("rows %d %d %d %d %d %d\n", back[0], back[1], back[2], back[3], back[4], back[5]);
    printf("pitch 512 at least: %d\n", pitch >= 512);
    cudaFree(rows);

    cudaStream_t stream;
    cudaEvent_t start, stop;
    cudaStreamCreate(&stream);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start, stream);
    cudaFuncSetAttribute(tile<32>, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
    tile<32><<<1, 32, 0, stream>>>(device);
    cudaEventRecord(stop, stream);
    cudaMemcpyAsync(back, device, 8, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    printf("streams %d %d\n", back[0], back[1]);
    float ms = -1.0f;
    cudaEventElapsedTime(&ms, start, stop);
    printf("event ms not negative: %d\n", ms >= 0.0f);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaStreamDestroy(stream);

    int blocks = 0, least = 0, block = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, tile<32>, 128, 0);
    cudaOccupancyMaxPotentialBlockSize(&least, &block, tile<32>, 0, 0);
    printf("blocks fit: %d, block of 1024 or less: %d\n", blocks > 0, block > 0 && block <= 1024);
    int value = 42;
    void* args[] = {&device, &value};
    cudaLaunchKernel((void*)store, dim3(1), dim3(2), args, 0, 0);
    cudaMemcpy(back, device, 8, cudaMemcpyDeviceToHost);
    printf("launched %d %d\n", back[0], back[1]);

    cudaError_t error = cudaMemcpy(nullptr, device, 4, cudaMemcpyDeviceToHost);
    printf("error %d %s: %s\n", (int)error, cudaGetErrorName(error), cudaGetErrorString(error));
    cudaGetLastError();
    error = cudaSetDevice(3);
    cudaGetLastError();
    printf("device %d then %d\n", (int)error, (int)cudaGetLastError());
    int major = 0;
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
    printf("attributes: %d\n", major == prop.major && prop.totalGlobalMem > 0 && prop.multiProcessorCount > 0);
    int *managed, *pinned, plain;
    cudaMallocManaged(&managed, 4);
    cudaMallocHost(&pinned, 4);
    cudaPointerAttributes a, b, c, d;
    cudaPointerGetAttributes(&a, device);
    cudaPointerGetAttributes(&b, managed);
    cudaPointerGetAttributes(&c, pinned);
    cudaPointerGetAttributes(&d, &plain);
    printf("kinds %d %d %d %d\n", a.type, b.type, c.type, d.type);
    cudaLaunchHostFunc(0, note, (void*)"host function ran");
    cudaFree(managed);
    cudaFreeHost(pinned);
    cudaFree(device);
    return cudaDeviceReset();
}
