// What threads print comes in order, and a failed assertion ends in error 710.
#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>
__global__ void hello(const char *who) { printf("thread %d of block %d: %s %.2f\n", threadIdx.x, blockIdx.x, "says", 0.5f); }
__global__ void check(int n) { assert(threadIdx.x < n); }
int main(int argc, char **argv) {
    printf("%d %s\n", argc, argv[1]);
    hello<<<2, 2>>>(nullptr);
    cudaDeviceSynchronize();
    check<<<1, 4>>>(4);
    printf("%d\n", (int)cudaDeviceSynchronize());
    check<<<1, 4>>>(2);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
//@ args first
/* expect
2 first
thread 0 of block 0: says 0.50
thread 1 of block 0: says 0.50
thread 0 of block 1: says 0.50
thread 1 of block 1: says 0.50
0
710
*/
