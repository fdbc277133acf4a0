//@ args --n=64 -quick
/* expect
GPU Device 0: "Ampere" with compute capability 8.0

n 64 quick 1 slow 0
1 0
13 5
*/
#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_math.h>
__global__ void scale(float3* v) { v[threadIdx.x] = v[threadIdx.x] * 2.0f + make_float3(1.0f); }
int main(int argc, char** argv) {
    int device = findCudaDevice(argc, (const char**)argv);
    int n = getCmdLineArgumentInt(argc, (const char**)argv, "n");
    printf("n %d quick %d slow %d\n", n, checkCmdLineFlag(argc, (const char**)argv, "quick"),
           checkCmdLineFlag(argc, (const char**)argv, "slow"));
    StopWatchInterface* timer = NULL;
    sdkCreateTimer(&timer);
    sdkStartTimer(&timer);
    float a[] = {1.0f, 2.0f}, b[] = {1.0f, 2.5f};
    printf("%d %d\n", compareData(a, a, 2, 0.01f, 0.0f), compareData(a, b, 2, 0.01f, 0.0f));
    float3 v = make_float3(6.0f, 2.0f, 0.0f), *dv;
    checkCudaErrors(cudaMalloc((void**)&dv, sizeof(v)));
    checkCudaErrors(cudaMemcpy(dv, &v, sizeof(v), cudaMemcpyHostToDevice));
    scale<<<1, 1>>>(dv);
    getLastCudaError("scale");
    checkCudaErrors(cudaMemcpy(&v, dv, sizeof(v), cudaMemcpyDeviceToHost));
    sdkStopTimer(&timer);
    printf("%g %g\n", v.x, length(make_float3(v.z + 2.0f, v.y - 1.0f, 0.0f)));
    sdkDeleteTimer(&timer);
    return device + (int)cudaFree(dv);
}
