// The runtime does not know what kernels allocate: it neither copies nor fills it.
//@ finding `cudaMemcpyDeviceToHost` given for a copy from `p`, which a kernel got from `malloc` or `new`
//@ finding `cudaMemcpyHostToDevice` given for a copy to `p`, which a kernel got from `malloc` or `new`
//@ finding `cudaMemcpyDefault` given for a copy from `p`, which a kernel got from `malloc` or `new`
//@ finding `cudaMemset` of `p`, which a kernel got from `malloc` or `new`
//@ says let a kernel copy it to memory from `cudaMalloc`
#include <cstdio>
__device__ int *made;
__global__ void make() {
    made = (int *)malloc(4);
    *made = 9;
}
__global__ void fetch(int *to) { *to = *made; }
int main() {
    int *p, *d, h = 0;
    make<<<1, 1>>>();
    cudaMemcpyFromSymbol(&p, made, sizeof p);
    printf("%s %d\n", cudaGetErrorName(cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost)), h);
    printf("%s\n", cudaGetErrorName(cudaMemcpy(p, &h, 4, cudaMemcpyHostToDevice)));
    printf("%s\n", cudaGetErrorName(cudaMemcpy(&h, p, 4, cudaMemcpyDefault)));
    printf("%s\n", cudaGetErrorName(cudaMemset(p, 0, 4)));
    cudaMalloc(&d, 4);
    fetch<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(d);
}
/* expect
cudaErrorInvalidValue 0
cudaErrorInvalidValue
cudaErrorInvalidValue
cudaErrorInvalidValue
9
*/
