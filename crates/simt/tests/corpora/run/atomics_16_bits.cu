// buffer: c u16[3] = 0
// buffer: h u16[2] = 0
// buffer: old u32[4] = 0
// launch: k<<<1, 32>>>(c, h, old)
// expect: c = 7; 0; 32
// expect: h = 20480; 16896
// expect: old = 0; 7; 0; 0
__global__ void k(unsigned short* c, unsigned short* h, unsigned* old) {
    __simt_atomic_add_half(h, 15360);      // 32 times 1.0
    __simt_atomic_add_bf16(h + 1, 16256);
    if (threadIdx.x == 0) {
        old[0] = atomicCAS(c, (unsigned short)0, (unsigned short)7);
        old[1] = atomicCAS(c, (unsigned short)5, (unsigned short)9);
    }
    // A counter by compare and swap, in the last two bytes of the buffer.
    bool done = false;
    while (!done) {
        unsigned short was = *(volatile unsigned short*)(c + 2);
        done = atomicCAS(c + 2, was, (unsigned short)(was + 1)) == was;
    }
}
