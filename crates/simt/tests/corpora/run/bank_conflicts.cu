// 32 lanes in one column: 32 wavefronts; in one row: one.
// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i
// counter: shared.stores.wavefronts = 32
// counter: shared.loads.wavefronts = 32
__global__ void k(float* out) {
    __shared__ float s[32][32];
    int t = threadIdx.x;
    s[t][0] = t;
    __syncwarp();
    out[t] = s[t][0];
}
