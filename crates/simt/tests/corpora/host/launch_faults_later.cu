// A kernel's fault shows at the first call that waits for the device, not at the launch or what follows it at once.
#include <cstdio>

__global__ void store(int *p) { *p = 1; }

const char *said(cudaError_t e) { return cudaGetErrorName(e); }

int main() {
    int *d, h = 0;
    cudaMalloc(&d, 4);
    store<<<1, 1>>>(nullptr);
    printf("launch %s %s\n", said(cudaGetLastError()), said(cudaPeekAtLastError()));
    store<<<1, 1>>>(d);
    printf("the next %s\n", said(cudaGetLastError()));
    printf("asynchronous %s\n", said(cudaMemcpyAsync(&h, d, 4, cudaMemcpyDeviceToHost)));
    printf("copy %s, which copied %d\n", said(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost)), h);
    printf("after it %s %s\n", said(cudaPeekAtLastError()), said(cudaGetLastError()));
    store<<<1, 1>>>(d);
    printf("for ever %s\n", said(cudaGetLastError()));
    cudaDeviceReset();
    printf("reset %s\n", said(cudaGetLastError()));

    cudaEvent_t event;
    cudaEventCreate(&event);
    store<<<1, 1>>>(nullptr);
    printf("recorded %s\n", said(cudaEventRecord(event)));
    printf("event %s\n", said(cudaEventSynchronize(event)));
}
//@ finding through `p`, which is null
/* expect
launch cudaSuccess cudaSuccess
the next cudaSuccess
asynchronous cudaSuccess
copy cudaErrorIllegalAddress, which copied 0
after it cudaErrorIllegalAddress cudaErrorIllegalAddress
for ever cudaErrorIllegalAddress
reset cudaSuccess
recorded cudaSuccess
event cudaErrorIllegalAddress
*/
