// The rarer calls of the runtime API in the census: flags, pools, peers, limits, registered memory, copies in two dimensions.
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
__global__ void fill(int *p, int n) {
    int i = threadIdx.x;
    if (i < n) p[i] = i;
}
int main() {
    int device = -1, count = 0, can = -1, version = 0;
    cudaError_t got = cudaGetDevice(&device);
    cudaGetDeviceCount(&count);
    cudaDeviceCanAccessPeer(&can, 0, 0);
    printf("device %d of %d, %d, peer %d\n", device, count, got, can);
    printf("%s\n", cudaGetErrorName(cudaDeviceEnablePeerAccess(0, 0)));
    cudaGetLastError();
    cudaDriverGetVersion(&version);
    printf("%d\n", version >= 12000);
    printf("%d\n", cudaSetDeviceFlags(cudaDeviceScheduleAuto));
    printf("%d\n", cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEvent_t e;
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    int *d, *h, *local = (int *)malloc(64);
    cudaMallocAsync((void **)&d, 64, s);
    cudaMemsetAsync(d, 0, 64, s);
    cudaHostAlloc((void **)&h, 64, cudaHostAllocDefault);
    fill<<<1, 16, 0, s>>>(d, 8);
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(s, e, 0);
    cudaMemcpy2DAsync(h, 16, d, 16, 8, 4, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    printf("%d %d %d\n", h[1], h[4], h[5]);
    printf("%d\n", cudaHostRegister(local, 64, cudaHostRegisterDefault));
    cudaMemcpyAsync(local, d, 64, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    printf("%d %d\n", local[7], local[8]);
    printf("%d\n", cudaHostUnregister(local));
    cudaFreeAsync(d, s);
    free(local);
    cudaFreeHost(h);
    cudaEventDestroy(e);
    cudaStreamDestroy(s);
    return 0;
}
/* expect
device 0 of 1, 0, peer 0
cudaErrorPeerAccessUnsupported
1
0
0
1 4 5
0
7 0
0
*/
