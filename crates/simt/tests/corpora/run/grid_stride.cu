// buffer: in f32[1000] = i
// buffer: out f32[1000] = 0
// launch: k<<<3, 64>>>(in, out, 1000, 2f)
// expect: out[i] = 2 * i + 1
// counter: flops = 2000
__global__ void k(const float* in, float* out, int n, float a) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) out[i] = a * in[i] + 1.0f;
}
