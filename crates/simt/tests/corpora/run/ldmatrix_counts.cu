// Four matrices are one request of four passes, and nothing is shuffled.
// buffer: out u32[128] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = (i % 4 * 8 + i / 16) * 8 + i / 4 % 4 * 2 + ((i % 4 * 8 + i / 16) * 8 + i / 4 % 4 * 2 + 1) * 65536
// counter: shared.loads.requests = 1
// counter: shared.loads.wavefronts = 4
// counter: shuffles = 0
__global__ void k(unsigned int* out) {
    __shared__ __align__(16) unsigned short s[256];
    int t = threadIdx.x;
    for (int i = t; i < 256; i += 32) s[i] = i;
    __syncthreads();
    unsigned int at = (unsigned int)__cvta_generic_to_shared(s + 8 * t), a, b, c, d;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "r"(at));
    out[4 * t] = a;
    out[4 * t + 1] = b;
    out[4 * t + 2] = c;
    out[4 * t + 3] = d;
}
