// buffer: out f32[32] = 0
// launch: k<<<1, 32, 256>>>(out, 32)
// expect: out[i] = (31 - i) + 100 * i
extern __shared__ float pool[];
__global__ void k(float* out, int n) {
    float* first = pool;
    int* second = (int*)(pool + n);
    int t = threadIdx.x;
    first[t] = 100.0f * t;
    second[t] = t;
    __syncthreads();
    out[t] = first[t] + second[n - 1 - t];
}
