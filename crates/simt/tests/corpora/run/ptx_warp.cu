// buffer: o u32[160] = 0
// launch: k<<<1, 32>>>(o)
// expect: o[i] = i < 32 ? i : (i < 64 ? (i - 32) ^ 1 : (i < 96 ? (i < 80 ? 0 : 8) + (i % 8 == 7 ? 7 : i % 8 + 1) + (i / 8 % 2) * 8 + (i < 80 ? 0 : 8) : (i < 128 ? 496 : 65535)))
__global__ void k(unsigned* o) {
    unsigned lane, r;
    int t = threadIdx.x;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    o[t] = lane;
    asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(r) : "r"(lane));
    o[32 + t] = r;
    // Eight lanes to a segment.
    asm volatile("shfl.sync.down.b32 %0, %1, 1, 0x181f, 0xffffffff;" : "=r"(r) : "r"(lane));
    o[64 + t] = r;
    asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(r) : "r"(lane));
    o[96 + t] = r;
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 16; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(r) : "r"(lane));
    o[128 + t] = r;
}
