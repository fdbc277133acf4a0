__device__ void warp_reduce(volatile float* s, int t) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
}
__global__ void k(float* out) {
    __shared__ float s[64];
    s[threadIdx.x] = 1.0f;
    warp_reduce(s, threadIdx.x);
    out[0] = s[0];
}
