// What compilers only warn of in literals: an escape sequence that does not exist stands for its character, several characters make a number.
#include <cstdio>
#include <cstdint>
__device__ char mark() { return '\:'; }
__global__ void k(int *o) { o[0] = mark(), o[1] = 'RIFF', o[2] = sizeof('ab'); }
#if 'ab' == 24930
#define ORDER "high first"
#else
#define ORDER "low first"
#endif
int main() {
    printf("Attention matrix;\:\n\d and \8 \c%s\n", ORDER);
    int *o;
    cudaMallocManaged(&o, 3 * sizeof(int));
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    uint32_t code = 'fmt ';
    printf("%c %x %d %x\n", o[0], o[1], o[2], code);
    cudaFree(o);
}
/* expect
Attention matrix;:
d and 8 chigh first
: 52494646 4 666d7420
*/
