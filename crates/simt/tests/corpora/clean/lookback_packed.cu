// Look-back with value and flag in one word: nothing else need be ordered.
// buffer: state u64[8] = 0
// buffer: out i32[8] = 0
// launch: k<<<8, 32>>>(state, out)
// expect: out[i] = i * (i + 1) / 2
__device__ unsigned int next = 0;
__global__ void k(unsigned long long* state, int* out) {
    if (threadIdx.x != 0) return;
    unsigned int mine = atomicAdd(&next, 1);
    unsigned int before = 0;
    if (mine > 0) {
        unsigned long long s;
        do s = atomicAdd(&state[mine - 1], 0ull);
        while (s >> 32 == 0);
        before = (unsigned int)s;
    }
    atomicExch(&state[mine], 1ull << 32 | (before + mine));
    out[mine] = before + mine;
}
