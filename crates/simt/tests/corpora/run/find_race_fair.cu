// A barrier is missing between everyone's read of s[0] and the stores: a race, which no fair schedule lets go wrong.
// buffer: in f32[256] = i + 1
// buffer: out f32[256] = 0
// launch: k<<<1, 256>>>(in, out)
// expect: out[i] = i + 1 - 256
__global__ void k(const float* in, float* out) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 128; d > 0; d >>= 1) {
        if (t < d) s[t] = fmaxf(s[t], s[t + d]);
        __syncthreads();
    }
    float most = s[0];
    s[t] = in[t] - most; //~ shared-race
    __syncthreads();
    out[t] = s[t];
}
