// buffer: in f32[64] = i
// buffer: out f32[1] = 0
// launch: reduce<<<1, 64>>>(in, out)
// expect: out = 2016
// counter: shuffles = 11
__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    return v;
}
__global__ void reduce(const float* in, float* out) {
    __shared__ float part[2];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    float v = warp_sum(in[t]);
    if (lane == 0) part[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = lane < 2 ? part[lane] : 0.0f;
        v += __shfl_xor_sync(0xffffffffu, v, 1);
        if (lane == 0) out[0] = v;
    }
}
