// A function's name as a statement: C++ lets it stand, a warning says that nothing happens.
#include <cstdio>
#include <sys/timeb.h>

static int calls = 0;
static void count() { calls++; }
__global__ void shift(int *o) {
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads;
    o[threadIdx.x] = s[threadIdx.x];
}

int main() {
    int *d, h[32];
    cudaMalloc(&d, sizeof h);
    shift<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    count;
    count();
    timeb now;
    ftime(&now);
    printf("%d %d %d\n", h[31], calls, now.time > 900000000 && now.millitm < 1000);
    cudaFree(d);
}
/* expect
31 1 1
*/
