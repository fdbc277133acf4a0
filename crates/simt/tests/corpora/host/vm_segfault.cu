// The host reads the device's memory.
#include <cstdio>
#include <cuda_runtime.h>
int main() {
    float *d_x;
    cudaMalloc(&d_x, 40);
    printf("before\n");
    printf("%f\n", d_x[3]);
}
//@ exit 139
//@ ends `d_x`
//@ ends (line 8)
/* expect
before
*/
