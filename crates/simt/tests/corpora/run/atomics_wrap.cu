// buffer: v u32[2] = 0; 5
// buffer: seen u32[8] = 0
// launch: k<<<1, 8>>>(v, seen)
// expect: v = 2; 0
// expect: seen[i] = i % 3
__global__ void k(unsigned* v, unsigned* seen) {
    seen[threadIdx.x] = atomicInc(&v[0], 2u);
    if (threadIdx.x < 5) atomicDec(&v[1], 100u);
}
