// A promised host address may be one of the device: under unified addressing the driver goes by the pointer.
//@ finding `cudaMemcpyHostToDevice` given for a copy to `h`, which is memory of the host
#include <cstdio>
#include <cuda_runtime.h>

int main() {
    int h[2] = {3, 4}, *a, *b;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    printf("%d ", (int)cudaMemcpy(b, a, sizeof h, cudaMemcpyHostToDevice));
    h[0] = h[1] = 0;
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
    printf("%d\n", (int)cudaMemcpy(a, b, sizeof h, cudaMemcpyDeviceToHost));
    printf("%d\n", (int)cudaMemcpy(h, a, sizeof h, cudaMemcpyHostToDevice)); // no device address
    printf("%d\n", __FLT_MAX__ > 3e38f);
    cudaFree(a);
    cudaFree(b);
}
/* expect
0 3 4
0
1
1
*/
