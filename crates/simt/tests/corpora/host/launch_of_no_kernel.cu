// A pointer may lead to a function of the host: the launch does nothing, CUDA says so if it is asked, and we say so anyway.
//@ refused `plain` is not a kernel, and only a kernel can be launched
//@ refused what is launched here is no kernel
#include <cstdio>

void plain(int *p) { *p = 1; }
__global__ void real(int *p) { *p = 2; }

template <typename F>
void go(F f, int *p) {
    f<<<1, 1>>>(p);
    printf("%d\n", (int)cudaGetLastError());
}

int main() {
    int *d;
    cudaMalloc(&d, sizeof(int));
    go(plain, d);
    void (*none)(int *) = nullptr;
    none<<<1, 1>>>(d);
    printf("%d\n", (int)cudaGetLastError());
    go(real, d);
    int h = 0;
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(d);
}
/* expect
98
98
0
2
*/
