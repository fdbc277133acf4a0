// buffer: in i32[320] = i
// buffer: out i32[320] = 0
// buffer: both i32[128] = 0
// buffer: counts i32[64] = 0
// launch: pipeline<<<1, 64>>>(in, out, 10)
// launch: halves<<<1, 128>>>(both)
// launch: counted<<<1, 64>>>(counts)
// expect: out[i] = i / 32 * 32 + 31 - i % 32
// expect: both[i] = (i ^ 33) + 127 - i
// expect: counts[i] = 2011
// A warp that fills and a warp that takes, two tiles and four barriers: who arrives goes on, who syncs waits. Then two halves of a
// block at a barrier each, the number in a register, and barriers for the whole block in every spelling.
__device__ __forceinline__ void sync_at(int id, int n) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory"); }
__device__ __forceinline__ void arrive_at(int id, int n) { asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory"); }
__global__ void pipeline(const int *in, int *out, int rounds) {
    __shared__ int tile[2][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (warp == 0) {
        for (int r = 0; r < rounds; r++) {
            int b = r % 2;
            sync_at(1 + b, 64);
            tile[b][lane] = in[r * 32 + lane];
            arrive_at(3 + b, 64);
        }
    } else {
        arrive_at(1, 64);
        arrive_at(2, 64);
        for (int r = 0; r < rounds; r++) {
            int b = r % 2;
            sync_at(3 + b, 64);
            out[r * 32 + lane] = tile[b][31 - lane];
            if (r + 2 < rounds) arrive_at(1 + b, 64);
        }
    }
}
__global__ void halves(int *out) {
    __shared__ int s[128];
    int half = threadIdx.x / 64;
    s[threadIdx.x] = threadIdx.x;
    asm volatile("barrier.sync %0, 64;" ::"r"(half + 1));
    out[threadIdx.x] = s[threadIdx.x ^ 33];
    asm volatile("barrier.cta.sync 0;");
    asm volatile("bar.sync 0, 128;");
    asm volatile("bar.sync 5;");
    asm volatile("barrier.sync.aligned 6, %0;" ::"n"(128));
    out[threadIdx.x] += s[127 - threadIdx.x];
}
__global__ void counted(int *out) {
    unsigned few, all, one, i = threadIdx.x;
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 11; bar.red.popc.u32 %0, 0, p; }" : "=r"(few) : "r"(i));
    asm volatile("{ .reg .pred p, q; setp.lt.u32 p, %1, 64; bar.red.and.pred q, 0, p; selp.u32 %0, 1, 0, q; }" : "=r"(all) : "r"(i));
    asm volatile("{ .reg .pred p, q; setp.eq.u32 p, %1, 63; barrier.cta.red.or.pred q, 0, p; selp.u32 %0, 1, 0, q; }" : "=r"(one) : "r"(i));
    out[i] = few + 1000 * all + 1000 * one;
}
