// Copies and fills of more than a piece: every byte arrives, ranges that overlap move as `memmove` says, and what the source never
// had written is still known as such.
//@ finding atomic of `counted[0]`, which was never written
#include <cstdio>
#include <cstring>
#include <vector>

__global__ void count(int *counted) { atomicAdd(counted, 1); }

static unsigned sum(const unsigned char *p, size_t n) {
    unsigned h = 1;
    for (size_t i = 0; i < n; i += 997) h = h * 31 + p[i];
    return h;
}

int main() {
    const size_t n = 300001;
    std::vector<unsigned char> a(n), b(n);
    for (size_t i = 0; i < n; i += 997) a[i] = (unsigned char)(i >> 3);
    unsigned char *d, *e;
    cudaMalloc(&d, n);
    cudaMalloc(&e, n + 7);
    cudaMemcpy(d, a.data(), n, cudaMemcpyHostToDevice);
    cudaMemcpy(e + 7, d, n, cudaMemcpyDeviceToDevice);
    cudaMemcpy(b.data(), e + 7, n, cudaMemcpyDeviceToHost);
    printf("%d\n", memcmp(a.data(), b.data(), n));
    cudaMemset(d + 3, 0x5a, n - 3);
    cudaMemcpy(b.data(), d, n, cudaMemcpyDeviceToHost);
    printf("%02x %02x %02x\n", b[2], b[3], b[n - 1]);
    memcpy(b.data(), a.data(), n);
    memmove(b.data() + 100000, b.data(), 200000);
    printf("%d %d\n", memcmp(b.data(), a.data(), 100000), memcmp(b.data() + 100000, a.data(), 200000));
    printf("%d\n", sum(a.data(), n) == sum(b.data(), n));
    int *empty, *counted;
    cudaMalloc(&empty, n);
    cudaMalloc(&counted, n);
    cudaMemcpy(counted, empty, n, cudaMemcpyDeviceToDevice);
    count<<<1, 1>>>(counted);
    cudaDeviceSynchronize();
    cudaFree(d);
    cudaFree(e);
    cudaFree(empty);
    cudaFree(counted);
}
/* expect
0
00 5a 5a
0 0
0
*/
