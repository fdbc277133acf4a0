// What is said to be free can be had: some programs take most of it (one allocation has 4 GiB at most).
#include <cstdio>

int main() {
    size_t free = 0, total = 0;
    cudaMemGetInfo(&free, &total);
    char *p = nullptr;
    size_t most = free / 10 * 9 < (1u << 30) ? free / 10 * 9 : 1u << 30;
    cudaError_t got = cudaMalloc(&p, most);
    size_t after = 0;
    cudaMemGetInfo(&after, &total);
    printf("%s, %d, %d\n", cudaGetErrorString(got), free < total, after <= free - most);
    cudaFree(p);
}
/* expect
no error, 1, 1
*/
