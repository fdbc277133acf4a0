/* expect
0
5 0.07692308 5 11 0.09090909 inf 0.4621172 4 c 7 5 ffffffff 6f 4030201 
2
*/
#include <cuComplex.h>
#include <cstdio>
__global__ void k(double *d, unsigned *u) {
    double p[5] = {1e200, 2e200, 2e200, 4e200, 0}, q[3] = {3, 4, 12};
    float f[4] = {1e-30f, 2e-30f, 2e-30f, 4e-30f};
    d[0] = norm(5, p) / 1e200;
    d[1] = rnorm(3, q);
    d[2] = normf(4, f) * 1e30f;
    d[3] = norm4d(1, 2, 4, 10);
    d[4] = rnorm4df(1, 2, 4, 10);
    d[5] = norm4df(INFINITY, NAN, 1, 1);
    d[6] = __tanhf(0.5f);
    u[0] = __fns(0xf0f0, 0, 1);
    u[1] = __fns(0xf0f0, 0, 5);
    u[2] = __fns(0xf0f0, 15, -5);
    u[3] = __fns(0xf0f0, 5, 0);
    u[4] = __fns(1, 1, 1);
    u[5] = __isnanf(NAN) * 100 + __isinff(-INFINITY) * 10 + __finite(3.0);
    u[6] = __nv_bswap32(0x01020304u);
    __barrier_sync(0);
    __barrier_sync_count(1, 32);
}
int main() {
    double *d;
    unsigned *u;
    cudaMallocManaged(&d, 64);
    cudaMallocManaged(&u, 64);
    k<<<1, 32>>>(d, u);
    printf("%d\n", cudaDeviceSynchronize());
    for (int i = 0; i < 7; i++) printf("%.7g ", d[i]);
    for (int i = 0; i < 7; i++) printf("%x ", u[i]);
    cuDoubleComplex z = cuCfma(make_cuDoubleComplex(0, 1), make_cuDoubleComplex(0, 1), make_cuDoubleComplex(3, 0));
    printf("\n%g\n", cuComplexDoubleToFloat(z).x);
}
