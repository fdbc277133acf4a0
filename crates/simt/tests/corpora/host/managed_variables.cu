// Variables that kernels and host code share.
#include <cstdio>
__managed__ int total;
__device__ __managed__ float table[4] = {1, 2, 3, 4};
struct P { int x, y; };
__managed__ P point = {3, 4};
__global__ void add(int n) { atomicAdd(&total, n); table[threadIdx.x] *= 2; if (threadIdx.x == 0) point.x++; }
int main() {
    total = 5;
    add<<<1, 4>>>(3);
    cudaDeviceSynchronize();
    printf("%d\n", total);
    for (int i = 0; i < 4; i++) printf("%g ", table[i]);
    printf("\n%d %d\n", point.x, point.y);
    int *p = &total;
    *p += 1;
    add<<<1, 4>>>(1);
    cudaDeviceSynchronize();
    printf("%d %d\n", total, *p);
    total++;
    table[1] = 0.5f;
    printf("%d %g\n", total, table[1]);
}
/* expect
17
2 4 6 8 
4 4
22 22
23 0.5
*/
