// buffer: out f32[1] = 0
// launch: k<<<1, 256>>>(out)
// outcome: endless
// expect: out = 0
__global__ void k(float *out) {
    __shared__ float s[512];
    s[threadIdx.x] = 1, s[threadIdx.x + 256] = 1;
    for (int stride = 128; stride >= 0; stride /= 2) { // 0 is never less than 0
        __syncthreads();
        if (threadIdx.x < stride) s[threadIdx.x] += s[threadIdx.x + stride];
    }
    out[0] = s[0];
}
