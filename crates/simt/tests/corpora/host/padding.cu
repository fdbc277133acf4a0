// Up to the next multiple of 256 bytes after a buffer's end there is memory, as on a GPU; leaving the buffer is found all the same.
//@ finding out-of-bounds global write of 4 bytes
//@ finding out-of-bounds global read of 4 bytes
//@ finding out-of-bounds global read of 16 bytes
//@ finding out-of-bounds global write of 16 bytes
//@ finding out-of-bounds global read of 8 bytes
//@ finding out-of-bounds global write of 8 bytes
//@ finding out-of-bounds global atomic of 4 bytes
//@ finding out-of-bounds global atomic of 8 bytes
//@ finding out-of-bounds global write of 1 byte
//@ finding out-of-bounds global read of 2 bytes
//@ finding which was freed
//@ finding `p` has 1 element; index 1 is 1 past the end
//@ finding `q` has 1 element; index 1 is 1 past the end
//@ finding write of 4 bytes: `p` has 2 elements; index 64 is 63 past the end
//@ finding write of 4 bytes: `p` has 2 elements; index -1 is 1 before the start
//@ finding read of 4 bytes: `p` has 2 elements; index 64 is 63 past the end
//@ finding read of 4 bytes: `p` has 2 elements; index -1 is 1 before the start
#include <cstdio>
__global__ void put(float *p) { p[threadIdx.x] = threadIdx.x + 1.0f; }
__global__ void get(const float *p, float *o) { o[threadIdx.x] = p[threadIdx.x]; }
__global__ void sum4(const float4 *p, float *o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (n + 3) / 4) {
        float4 v = p[i];
        o[i] = v.x + v.y + v.z + v.w;
    }
}
__global__ void put4(float4 *p) { p[threadIdx.x] = make_float4(1, 2, 3, 4); }
__global__ void swap2(double *p) {
    double v = p[threadIdx.x];
    p[threadIdx.x] = v + 1;
}
__global__ void count(int *p, unsigned long long *q) {
    atomicAdd(&p[1], 1);
    atomicAdd(&q[1], 1ull << 40);
}
__global__ void read(const int *p, const unsigned long long *q, int *o) {
    o[0] = p[1];
    o[1] = (int)(q[1] >> 40);
}
__global__ void small(unsigned char *p, short *o) {
    p[3] = 7;
    o[0] = ((short *)p)[1];
}
__global__ void far_away(int *p, int *o) {
    p[64] = 5;   // the next multiple of 256: somebody else's
    p[-1] = 5;
    o[0] = p[64] + p[-1];
}
template <typename T> T *take(int n) {
    T *p;
    cudaMalloc(&p, n * sizeof(T));
    return p;
}
int main() {
    float *a = take<float>(3), *b = take<float>(64), h[64];
    put<<<1, 4>>>(a);
    get<<<1, 4>>>(a, b);
    cudaMemcpy(h, b, 16, cudaMemcpyDeviceToHost);
    printf("%g %g %g %g\n", h[0], h[1], h[2], h[3]);
    sum4<<<1, 32>>>((float4 *)a, b, 3);
    cudaMemcpy(h, b, 4, cudaMemcpyDeviceToHost);
    printf("%g\n", h[0]);

    // What nobody stored there is 0. The tail of 61 elements: 16 vectors, the last of them with one element inside.
    float *c = take<float>(61);
    for (int i = 0; i < 61; ++i) h[i] = i;
    cudaMemcpy(c, h, 61 * 4, cudaMemcpyHostToDevice);
    sum4<<<1, 64>>>((float4 *)c, b, 61);
    cudaMemcpy(h, b, 64, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[14], h[15]);
    float *d = take<float>(6);
    put4<<<1, 2>>>((float4 *)d);
    cudaMemcpy(h, d, 24, cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", h[3], h[4], h[5]);

    double *e = take<double>(1), x = 1;
    cudaMemcpy(e, &x, 8, cudaMemcpyHostToDevice);
    swap2<<<1, 2>>>(e);
    swap2<<<1, 2>>>(e);
    cudaMemcpy(b, e, 8, cudaMemcpyDeviceToDevice);
    cudaMemcpy(&x, b, 8, cudaMemcpyDeviceToHost);
    printf("%g\n", x);

    int *p = take<int>(1), *o = take<int>(2), r[2];
    auto *q = take<unsigned long long>(1);
    count<<<2, 32>>>(p, q);
    read<<<1, 1>>>(p, q, o);
    cudaMemcpy(r, o, 8, cudaMemcpyDeviceToHost);
    printf("%d %d\n", r[0], r[1]);

    auto *s = take<unsigned char>(3);
    cudaMemset(s, 1, 3);
    small<<<1, 1>>>(s, (short *)o);
    cudaMemcpy(r, o, 2, cudaMemcpyDeviceToHost);
    printf("%d\n", *(short *)r);

    int *t = take<int>(2);
    far_away<<<1, 1>>>(t, o);
    cudaMemcpy(r, o, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", r[0]);

    cudaFree(a);
    put<<<1, 4>>>(a);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
/* expect
1 2 3 4
10
230 60
4 1 2
3
64 64
1793
0
cudaSuccess
*/
