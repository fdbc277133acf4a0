// Lesson 9: two threads, one byte. Each packs its own 4-bit number into a half of it.
//
// `course run kernels/examples/nibble-race.cu`

#include <cstdio>

//@anchor race
// Thread i packs q[i]: a low nibble if i is even, a high one if odd.
__global__ void pack(const unsigned char* q, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int shift = 4 * (i % 2);
        int other = out[i / 2] & ~(0x0F << shift);  // my neighbour's half
        out[i / 2] = other | (q[i] << shift);
    }
}
//@endanchor race

//@anchor pairs
// Thread i packs a pair: the byte is its own.
__global__ void pack_pairs(const unsigned char* q, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (2 * i < n) {
        int high = 2 * i + 1 < n ? q[2 * i + 1] : 0;
        out[i] = q[2 * i] | (high << 4);
    }
}
//@endanchor pairs

int main() {
    const int n = 64;
    unsigned char *q, *out;
    cudaMallocManaged(&q, n);
    cudaMallocManaged(&out, n / 2);
    for (int i = 0; i < n; i++) {
        q[i] = i % 16;
    }
    cudaMemset(out, 0, n / 2);
    pack_pairs<<<1, 64>>>(q, out, n);
    cudaDeviceSynchronize();
    printf("a thread a pair:   out[1] = 0x%02X\n", out[1]);

    cudaMemset(out, 0, n / 2);
    pack<<<1, 64>>>(q, out, n);
    cudaDeviceSynchronize();
    printf("a thread a nibble: out[1] = 0x%02X\n", out[1]);
    cudaFree(q);
    cudaFree(out);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> a thread a pair:   out[1] = 0x32
//> a thread a nibble: out[1] = 0x30
//~ error[F0202]: threads (0, 0, 0) and (1, 0, 0) write different values to `out[0]` in one instruction
