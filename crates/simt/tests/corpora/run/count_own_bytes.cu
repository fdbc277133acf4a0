// What a kernel has stored it need not have from memory: only what it loads first must come from there.
// buffer: a f32[32] = 1
// buffer: b f32[32] = 0
// launch: k<<<1, 32>>>(a, b)
// expect: a[i] = 3
// expect: b[i] = 2
// counter: a.loads.unique_bytes = 128
// counter: b.loads.unique_bytes = 128
// counter: compulsory_bytes = 384
__global__ void k(float* a, float* b) {
    int t = threadIdx.x;
    b[t] = 2;
    __syncthreads();
    a[t] += b[31 - t];
}
