// buffer: in f32[128] = i
// buffer: one i32[32] = 0
// buffer: turned i32[32] = 0
// buffer: second i32[32] = 0
// buffer: fourth i32[32] = 0
// buffer: back i32[128] = 0
// buffer: more i32[256] = 0
// launch: matrices<<<1, 32>>>(one, turned, second, fourth, back)
// launch: others<<<1, 32>>>(in, more)
// expect: one[i] = 2 * i
// expect: turned[i] = 16 * (i % 4) + i / 4
// expect: second[i] = 64 + 2 * i
// expect: fourth[i] = 192 + 16 * (i % 4) + i / 4
// expect: back[i] = i < 32 ? 2 * i : i < 64 ? 2 * (i - 32) : i < 96 ? 64 + 2 * (i - 64) : 192 + 2 * (i - 96)
// expect: more[i] = i < 32 ? 4 * i + 1 : i < 64 ? 0x4c004c00 : i < 96 ? 1 : i < 128 ? i - 96 : i < 160 ? int(i > 128) : i < 192 ? i - 160 : i < 224 ? 3 * (i - 192) : 1
// The shapes of inline PTX that the census counts: matrices to and from shared memory in every number, turned or not; copies,
// loads and stores with their hints.
__device__ unsigned place(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__global__ void matrices(int *one, int *turned, int *second, int *fourth, int *back) {
    __shared__ alignas(128) unsigned short m[256], to[256];
    int t = threadIdx.x;
    for (int i = t; i < 256; i += 32) m[i] = i;
    __syncthreads();
    unsigned row = place(m + t * 8), low = place(m + t % 8 * 8), r0, r1, r2, r3;
    asm volatile("ldmatrix.sync.aligned.x1.m8n8.shared.b16 {%0}, [%1];" : "=r"(r0) : "r"(low));
    one[t] = r0 & 0xffff;
    unsigned there = place(to + t % 8 * 8);
    asm volatile("stmatrix.sync.aligned.x1.m8n8.shared.b16 [%0], {%1};" ::"r"(there), "r"(r0) : "memory");
    __syncthreads();
    back[t] = to[2 * t];
    asm volatile("ldmatrix.sync.aligned.x1.trans.m8n8.shared.b16 {%0}, [%1];" : "=r"(r0) : "r"(low));
    turned[t] = r0 & 0xffff;
    __syncthreads();
    asm volatile("stmatrix.sync.aligned.x1.trans.m8n8.shared.b16 [%0], {%1};" ::"r"(there), "r"(r0) : "memory");
    __syncthreads();
    back[32 + t] = to[2 * t];
    unsigned half = place(m + t % 16 * 8), half_there = place(to + t % 16 * 8);
    asm volatile("ldmatrix.sync.aligned.x2.m8n8.shared.b16 {%0, %1}, [%2];" : "=r"(r0), "=r"(r1) : "r"(half));
    second[t] = r1 & 0xffff;
    asm volatile("ldmatrix.sync.aligned.x2.trans.m8n8.shared.b16 {%0, %1}, [%2];" : "=r"(r0), "=r"(r1) : "r"(half));
    __syncthreads();
    asm volatile("stmatrix.sync.aligned.x2.trans.m8n8.shared.b16 [%0], {%1, %2};" ::"r"(half_there), "r"(r0), "r"(r1) : "memory");
    __syncthreads();
    back[64 + t] = to[64 + 2 * t];
    asm volatile("ldmatrix.sync.aligned.x4.trans.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(row));
    fourth[t] = r3 & 0xffff;
    __syncthreads();
    asm volatile("stmatrix.sync.aligned.x4.trans.m8n8.shared.b16 [%0], {%1, %2, %3, %4};"
                 ::"r"(place(to + t * 8)), "r"(r0), "r"(r1), "r"(r2), "r"(r3) : "memory");
    __syncthreads();
    back[96 + t] = to[192 + 2 * t];
    __syncthreads();
    asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(row));
    asm volatile("stmatrix.sync.aligned.x4.m8n8.shared.b16 [%0], {%1, %2, %3, %4};"
                 ::"r"(place(to + t * 8)), "r"(r0), "r"(r1), "r"(r2), "r"(r3) : "memory");
    __syncthreads();
    if (to[192 + 2 * t] != 192 + 2 * t) back[96 + t] = -1;
}
__global__ void others(const float *in, int *more) {
    __shared__ alignas(128) float s[128];
    int t = threadIdx.x;
    unsigned at = place(s + 4 * t), a;
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 16;" ::"r"(at), "l"(in + 4 * t) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    more[t] = (int)s[4 * t + 1];
    unsigned ones = 0x3c003c00, none = 0, d0, d1;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
                 : "=r"(d0), "=r"(d1)
                 : "r"(ones), "r"(ones), "r"(ones), "r"(ones), "r"(ones), "r"(ones), "r"(none), "r"(none));
    more[32 + t] = d0 == d1 ? d0 : 0;
    asm("{ .reg .u64 wide; cvta.to.shared.u64 wide, %1; cvt.u32.u64 %0, wide; }" : "=r"(a) : "l"(s + 4 * t));
    more[64 + t] = a == at;
    asm("ld.global.cg.b32 %0, [%1];" : "=r"(a) : "l"(in + t));
    more[96 + t] = (int)__uint_as_float(a);
    asm("{ .reg .pred p; setp.ne.b32 p, %1, 0; selp.u32 %0, 1, 0, p; }" : "=r"(a) : "r"(t));
    more[128 + t] = a;
    asm volatile("st.shared.f32 [%0], %1;" ::"r"(at), "f"((float)t) : "memory");
    more[160 + t] = (int)s[4 * t];
    asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(at), "f"(0.0f), "f"(1.0f), "f"(2.0f), "f"(3.0f * t) : "memory");
    more[192 + t] = (int)s[4 * t + 3];
    asm("cvt.u32.u64 %0, %1;" : "=r"(a) : "l"(0x500000001ull));
    more[224 + t] = a;
}
