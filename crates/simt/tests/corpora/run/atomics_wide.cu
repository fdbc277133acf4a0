// buffer: f f32[1] = 0.5
// buffer: d f64[1] = 0.25
// buffer: u u64[3] = 0; 7; 18446744073709551615
// launch: k<<<2, 32>>>(f, d, u)
// expect: f = 64.5
// expect: d = 128.25
// expect: u = 274877906944; 63; 0
__global__ void k(float* f, double* d, unsigned long long* u) {
    int t = blockIdx.x * 32 + threadIdx.x;
    atomicAdd(f, 1.0f);
    atomicAdd(d, 2.0);
    atomicAdd(&u[0], 1ull << 32);
    atomicMax(&u[1], (unsigned long long)t);
    atomicMin(&u[2], (unsigned long long)t);
}
