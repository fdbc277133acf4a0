// buffer: i i32[8] = -5
// buffer: u u32[11] = 5
// buffer: w u64[8] = 6
// buffer: s i64[2] = -1
// buffer: f f32[3] = 1
// buffer: d f64[1] = 1
// launch: k<<<1, 1>>>(i, u, w, s, f, d)
// expect: i = -2; -8; -7; 3; 3; 3; -5; 7
// expect: u = 8; 2; 3; 9; 1; 7; 6; 6; 4; 0; 9
// expect: w = 9; 2; 8; 2; 7; 5; 1; 10
// expect: s = -9; 4
// expect: f = 1.5; 2.5; 1
// expect: d = 1.25
__global__ void k(int* i, unsigned* u, unsigned long long* w, long long* s, float* f, double* d) {
    atomicAdd(&i[0], 3);
    atomicSub(&i[1], 3);
    atomicMin(&i[2], -7);
    atomicMax_block(&i[3], 3);
    atomicExch(&i[4], 3);
    atomicCAS_system(&i[5], -5, 3);
    atomicAnd(&i[6], -5);
    i[7] = 12 + atomicXor(&i[6], 0);
    atomicAdd(&u[0], 3u);
    atomicSub_system(&u[1], 3u);
    atomicMin(&u[2], 3u);
    atomicMax(&u[3], 9u);
    atomicAnd(&u[4], 9u);
    atomicOr_block(&u[5], 2u);
    atomicXor(&u[6], 3u);
    atomicInc(&u[7], 9u);
    atomicDec(&u[8], 9u);
    atomicInc(&u[9], 5u);
    atomicDec(&u[10], 3u);
    u[10] += 6;
    atomicAdd(&w[0], 3ull);
    atomicMin(&w[1], 2ull);
    atomicMax(&w[2], 8ull);
    atomicAnd(&w[3], 3ull);
    atomicOr(&w[4], 1ull);
    atomicXor(&w[5], 3ull);
    atomicExch(&w[6], 1ull);
    atomicCAS(&w[7], 6ull, 10ull);
    atomicMin(&s[0], -9ll);
    atomicMax(&s[1], 4ll);
    atomicAdd(&f[0], 0.5f);
    f[1] = 1.5f + atomicExch(&f[1], 4.0f);
    f[2] = f[2];
    atomicAdd(d, 0.25);
}
