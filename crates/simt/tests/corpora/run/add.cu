// buffer: a f32[100] = i
// buffer: b f32[100] = 2 * i
// buffer: c f32[100] = uninit
// launch: add<<<4, 32>>>(a, b, c, 100)
// expect: c[i] = 3 * i
// counter: threads = 128
// counter: blocks = 4
// counter: a.loads.requests = 4
// counter: a.loads.sectors = 13
// counter: c.stores.sectors = 13
// counter: flops = 100
__global__ void add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
