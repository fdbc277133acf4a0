// A launch that was made before is made again once any kernel has changed what it reads: a cooperative one, one that has memory of the
// heap, one that prints; and a fill is made again once any kernel has changed what it filled.
#include <cooperative_groups.h>
#include <cstdio>
__global__ void twice(const int *a, int *b) { b[threadIdx.x] = a[threadIdx.x] * 2; }
__global__ void together(int *a) {
    a[threadIdx.x] += 1;
    cooperative_groups::this_grid().sync();
}
__global__ void by_heap(int *a) {
    int *one = (int *)malloc(sizeof(int));
    *one = 1;
    a[threadIdx.x] += *one;
    free(one);
}
__global__ void telling(int *a) {
    if (threadIdx.x == 0) printf("was %d\n", a[0]);
    a[threadIdx.x] += 1;
}
int main() {
    int *a, *b, h[32];
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemset(a, 0, sizeof h);
    for (int i = 0; i < 5; i++) {
        if (i == 4) cudaMemset(a, 0, sizeof h);
        twice<<<1, 32>>>(a, b);
        cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
        printf("%d\n", h[5]);
        void *args[] = {&a};
        if (i == 0) cudaLaunchCooperativeKernel((void *)together, 1, 32, args, 0, 0);
        if (i == 1) by_heap<<<1, 32>>>(a);
        if (i == 2) telling<<<1, 32>>>(a);
    }
    cudaMemset(a, 1, sizeof h / 2);
    cudaMemset(a, 0, sizeof h / 4);
    cudaMemset(a, 1, sizeof h / 2);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    printf("%x %x %x\n", h[0], h[15], h[16]);
    cudaFree(a);
    cudaFree(b);
}
/* expect
0
2
4
was 2
6
0
1010101 1010101 0
*/
