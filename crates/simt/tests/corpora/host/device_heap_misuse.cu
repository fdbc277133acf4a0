// What goes wrong on the device's heap is found and changes nothing.
//@ finding read of 4 bytes
//@ finding freed a second time
//@ finding not what `malloc` or `new` gave
//@ finding out-of-bounds
#include <cstdio>
__global__ void stale(int *out) {
    int *p = new int(7);
    delete p;
    out[0] = *p;
    delete p;
    free(out);
    int *q = (int *)malloc(4);
    q[1] = 5;
    out[1] = 9;
}
int main() {
    int *out;
    cudaMallocManaged(&out, 8);
    stale<<<1, 1>>>(out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%d %d\n", out[0], out[1]);
}
/* expect
cudaSuccess
0 9
*/
