// `atomicAdd` of two and four floats adds each component; the bitwise functions take signed 64-bit integers too.
// buffer: a f32[2] = 1
// buffer: b f32[4] = 0
// buffer: old f32[4] = 0
// buffer: s i64[4] = 12
// launch: k<<<2, 32>>>(a, b, old, s)
// expect: a = 65; 129
// expect: b = 64; 128; 192; 256
// expect: old = 1; 1; 0; 0
// expect: s = 8; 13; 12; 12
__global__ void k(float2 *a, float4 *b, float4 *old, long long *s) {
    float2 before = atomicAdd(a, make_float2(1, 2));
    float4 four = threadIdx.x & 1 ? atomicAdd_system(b, make_float4(1, 2, 3, 4)) : atomicAdd(b, make_float4(1, 2, 3, 4));
    if (before.x == 1) *old = make_float4(before.x, before.y, four.x - four.x, 0);
    atomicAnd(&s[0], 8ll);
    atomicOr(&s[1], 1ll);
    atomicXor_block(&s[2 + blockIdx.x], (long long)(threadIdx.x & 0));
}
