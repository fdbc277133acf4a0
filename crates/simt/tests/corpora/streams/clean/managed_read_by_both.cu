// Host and kernel both only read the input while the kernel may run; a prefetch changes nothing.
#include <cstdio>
__global__ void sum(const int *in, int n, int *out) {
    int mine = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) mine += in[i];
    atomicAdd(out, mine);
}
int main() {
    const int n = 256;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, sizeof(int));
    for (int i = 0; i < n; i++) in[i] = i;
    *out = 0;
    cudaMemLocation there = {cudaMemLocationTypeDevice, 0};
    cudaMemPrefetchAsync(in, n * sizeof(int), there, 0, 0);
    sum<<<1, 64>>>(in, n, out);
    int check = 0;
    for (int i = 0; i < n; i++) check += in[i];
    cudaDeviceSynchronize();
    printf("%s\n", check == *out ? "same" : "different");
    cudaFree(in);
    cudaFree(out);
}
