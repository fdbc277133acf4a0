// must fail: q4_0/correct — takes the halves of a byte for neighbours
#include <cuda_fp16.h>

struct block_q4_0 {
    __half d;
    unsigned char qs[16];
};

struct block_q4_K {
    __half d;
    __half dmin;
    unsigned char scales[12];
    unsigned char qs[128];
};

__global__ void dequant_q4_0(const block_q4_0* x, float* y, int nblocks) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 32 * nblocks) {
        const block_q4_0& block = x[i / 32];
        int at = i % 32;
        int byte = block.qs[at / 2];
        int q = at % 2 == 0 ? byte & 15 : byte >> 4;
        y[i] = __half2float(block.d) * (q - 8);
    }
}
