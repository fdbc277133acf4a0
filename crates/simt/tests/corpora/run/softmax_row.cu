// One block a row: maximum, sum and scale, with two reductions through shared memory.
// buffer: in f32[128] = (i % 64 == 5 || i % 64 == 40) ? 50 : -100
// buffer: out f32[128] = uninit
// launch: softmax<<<2, 32>>>(in, out, 64)
// expect: out[i] = (i % 64 == 5 || i % 64 == 40) ? 0.5 : 0
__global__ void softmax(const float* in, float* out, int n) {
    __shared__ float part[32];
    const float* row = in + blockIdx.x * n;
    int t = threadIdx.x;
    float most = -INFINITY;
    for (int i = t; i < n; i += blockDim.x) most = fmaxf(most, row[i]);
    part[t] = most;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) part[t] = fmaxf(part[t], part[t + d]);
        __syncthreads();
    }
    most = part[0];
    __syncthreads();
    float sum = 0.0f;
    for (int i = t; i < n; i += blockDim.x) sum += expf(row[i] - most);
    part[t] = sum;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) part[t] += part[t + d];
        __syncthreads();
    }
    for (int i = t; i < n; i += blockDim.x) out[blockIdx.x * n + i] = expf(row[i] - most) / part[0];
}
