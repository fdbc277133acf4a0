// buffer: v i32[10] = 0; 5; 100; 0; 0; 0; 255; 7; 0; 12
// buffer: old i32[32] = 0
// launch: k<<<1, 32>>>(v, old)
// expect: v = 32; 31; 0; -1; 496; 4; 15; 39; 1; 0
// expect: old[i] = i
// counter: atomics = 320
__global__ void k(int* v, int* old) {
    int t = threadIdx.x;
    old[atomicAdd(&v[0], 1)] = t;
    atomicMax(&v[1], t);
    atomicMin(&v[2], t);
    atomicOr(v + 3, 1 << t);
    atomicAdd(v + 4, t);
    atomicExch(&v[5], 4);
    atomicAnd(&v[6], 15);
    atomicSub(&v[7], -1);
    atomicCAS(&v[8], 0, 1);
    atomicXor(&v[9], t == 3 ? 12 : 0);
}
