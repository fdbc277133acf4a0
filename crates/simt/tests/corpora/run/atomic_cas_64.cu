// buffer: v u64[2] = 5; 0
// buffer: out u64[32] = 9
// launch: k<<<1, 32>>>(v, out)
// expect: v = 6; 32
// expect: out[i] = i == 0 ? 5 : 6
__global__ void k(unsigned long long* v, unsigned long long* out) {
    out[threadIdx.x] = atomicCAS(&v[0], 5ull, 6ull);
    atomicAdd(&v[1], 1ull);
}
