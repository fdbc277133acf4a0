// No space between an instruction's name and its braces.
#include <cstdio>

__global__ void k(float *o) {
    unsigned a = 0x3c003c00u;
    float c0 = 0, c1 = 0, c2 = 0, c3 = 0;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32{%0, %1, %2, %3}, {%4, %4, %4, %4}, {%4, %4}, {%0, %1, %2, %3};\n"
                 : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
                 : "r"(a));
    float twice;
    asm volatile("ld.global.f32 %0,[%1];" : "=f"(twice) : "l"(o + threadIdx.x) : "memory");
    asm volatile("st.global.f32[%0], %1;" ::"l"(o + threadIdx.x), "f"(c0 + c3 + twice) : "memory");
}

int main() {
    float *o, h[32];
    cudaMallocManaged(&o, sizeof h);
    o[31] = 0.5f;
    k<<<1, 32>>>(o);
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0], h[31]);
    cudaFree(o);
}
/* expect
32 32.5
*/
