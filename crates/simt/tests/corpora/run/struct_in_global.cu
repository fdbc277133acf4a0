// buffer: raw i32[64] = i
// buffer: out i32[16] = 0
// launch: k<<<1, 16>>>(raw, out)
// expect: out[i] = 4 * i + 4 * i + 3
// expect: raw[i] = i % 4 == 1 ? 7 : i
struct Four { int a, b, c, d; };
__global__ void k(Four* all, int* out) {
    Four& mine = all[threadIdx.x];
    mine.b = 7;
    Four* p = all + threadIdx.x;
    out[threadIdx.x] = p->a + mine.d;
}
