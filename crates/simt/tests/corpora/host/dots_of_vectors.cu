// Dot products of bytes in vectors, and half an answer of cudaMemGetInfo.
#include <cstdio>
__global__ void k(const char4 *a, const char4 *b, const uchar4 *u, int *o) {
    o[0] = __dp4a(a[0], b[0], 10);
    o[1] = (int)__dp4a(u[0], u[0], 1u);
    o[2] = __dp2a_lo(make_short2(3, 4), a[0], 0);
    o[3] = __dp2a_hi(make_short2(3, 4), a[0], 0);
    o[4] = (int)__dp2a_hi(make_ushort2(60000, 2), u[0], 5u);
    o[5] = __dp4a(0x01020304, 0x01010101, 7);
    o[6] = __dp4a(make_char4(-128, -128, -128, -128), make_char4(-128, -128, -128, -128), 0x7fffffff) < 0;
}
int main() {
    char4 *a, *b;
    uchar4 *u;
    int *o;
    cudaMallocManaged(&a, sizeof *a);
    cudaMallocManaged(&b, sizeof *b);
    cudaMallocManaged(&u, sizeof *u);
    cudaMallocManaged(&o, 7 * sizeof *o);
    *a = {1, -2, 3, -4}, *b = {5, 6, 7, 8}, *u = {1, 2, 3, 200};
    k<<<1, 1>>>(a, b, u, o);
    cudaDeviceSynchronize();
    for (int i = 0; i < 7; i++) printf("%d ", o[i]);
    size_t free = 0;
    printf("%d ", (int)cudaMemGetInfo(&free, nullptr));
    printf("%d\n", free > 0);
    cudaFree(a), cudaFree(b), cudaFree(u), cudaFree(o);
}
/* expect
-8 40015 -5 -7 180405 17 1 0 1
*/
