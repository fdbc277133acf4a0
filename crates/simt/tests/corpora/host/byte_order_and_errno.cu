// What g++ swaps bytes with, on both sides, and the C library's other name of `errno.h`.
#include <cstdio>
#include <sys/errno.h>

__global__ void k(unsigned *out) { out[0] = __builtin_bswap32(0x01020304u); }

int main() {
    unsigned *out;
    cudaMallocManaged(&out, sizeof(unsigned));
    k<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    constexpr unsigned here = __builtin_bswap32(0x11223344u);
    printf("%x %x %x %lx\n", out[0], here, __builtin_bswap16(0xabcd), __builtin_bswap64(0x0102030405060708ul));
    errno = ENOENT;
    printf("%d\n", errno);
    cudaFree(out);
}
/* expect
4030201 44332211 cdab 807060504030201
2
*/
