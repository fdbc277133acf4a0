// NVIDIA's compiler asks for no commas between an `asm`'s operands.
#include <cstdio>

__global__ void store(unsigned *to) {
    unsigned v = threadIdx.x * 3;
    asm volatile("st.global.u32 [%1], %0;" ::"r"(v) "l"(to + threadIdx.x) : "memory");
}

int main() {
    unsigned *d, h[4];
    cudaMalloc(&d, sizeof h);
    store<<<1, 4>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%u %u %u %u\n", h[0], h[1], h[2], h[3]);
    cudaFree(d);
}
/* expect
0 3 6 9
*/
