// Copies and fills that the runtime refuses: each says why, does nothing, and gives an error.
//@ finding `cudaMemcpyHostToDevice` given for a copy to `h`, which is memory of the host
//@ finding `cudaMemcpyDeviceToHost` given for a copy from `h`, which is memory of the host
//@ finding `cudaMemcpyDeviceToDevice` given for a copy from `heap`, which is memory of the host
//@ finding `cudaMemcpyHostToHost` given for a copy from `d`, which is memory of the device
//@ finding `cudaMemcpyHostToDevice` given for a copy to `none`, which is null
//@ finding `cudaMemset` of `heap`, which is memory of the host
//@ finding `cudaMemcpyDeviceToDevice` given for a copy from `h`, which is memory of the host
#include <cstdio>
#include <cstdlib>

__device__ int there[4];

int main()
{
    int h[4] = {1, 2, 3, 4}, *d, *heap = (int *)malloc(16), *none = nullptr, *managed;
    cudaMalloc(&d, 16);
    cudaMallocManaged(&managed, 16);
    cudaMemset(d, 0, 16);
    printf("%d\n", cudaMemcpy(h, d, 16, cudaMemcpyHostToDevice));
    printf("%d\n", cudaMemcpy(d, h, 16, cudaMemcpyDeviceToHost));
    printf("%d\n", cudaMemcpy(d, heap, 16, cudaMemcpyDeviceToDevice));
    printf("%d\n", cudaMemcpy(h, d, 16, cudaMemcpyHostToHost));
    printf("%d\n", cudaMemcpy(none, h, 16, cudaMemcpyHostToDevice));
    printf("%d\n", cudaMemset(heap, 0, 16));
    printf("%d\n", cudaMemcpyToSymbol(there, h, 16, 0, cudaMemcpyDeviceToDevice));
    // These go by the pointers.
    printf("%d\n", cudaMemcpy(managed, h, 16, cudaMemcpyHostToDevice));
    printf("%d\n", cudaMemcpy(heap, managed, 16, cudaMemcpyDefault));
    printf("%d\n", cudaMemcpy(d, managed, 16, cudaMemcpyHostToDevice));
    printf("%d %d\n", h[0], heap[3]);
    cudaFree(d);
    cudaFree(managed);
    free(heap);
}
/* expect
1
1
1
1
1
1
1
0
0
0
1 4
*/
