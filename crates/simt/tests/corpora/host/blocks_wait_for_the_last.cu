// Blocks that wait for one that begins after all of them are not run while they wait: the fuel is for little more than their work.
//@ fuel 4000000
#include <cstdio>

const int BLOCKS = 500;

__global__ void chain(int* flags, int* sums) {
    int me = blockIdx.x;
    if (threadIdx.x == 0) {
        if (me == gridDim.x - 1) {
            __threadfence();
            atomicExch(&flags[BLOCKS], 1);
        }
        while (atomicAdd(&flags[BLOCKS], 0) == 0) {
        }
        int before = 0;
        if (me > 0) {
            while (atomicAdd(&flags[me - 1], 0) == 0) {
            }
            before = sums[me - 1];
        }
        sums[me] = before + me;
        __threadfence();
        atomicExch(&flags[me], 1);
    }
    __syncthreads();
}

int main() {
    int *flags, *sums, last;
    cudaMalloc(&flags, (BLOCKS + 1) * sizeof(int));
    cudaMalloc(&sums, BLOCKS * sizeof(int));
    cudaMemset(flags, 0, (BLOCKS + 1) * sizeof(int));
    chain<<<BLOCKS, 64>>>(flags, sums);
    cudaMemcpy(&last, sums + BLOCKS - 1, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", last);
    cudaFree(flags);
    cudaFree(sums);
}
/* expect
124750
*/
