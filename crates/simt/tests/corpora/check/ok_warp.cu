#define FULL 0xffffffff
__device__ float warp_sum(float v) {
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(FULL, v, o);
    return v;
}
__global__ void k(float* x, int* y, unsigned long long* z) {
    float s = warp_sum(x[threadIdx.x]);
    int other = __shfl_xor_sync(FULL, y[0], 1, 16);
    unsigned ballot = __ballot_sync(FULL, s > 0.0f);
    if (__any_sync(FULL, other) && __all_sync(ballot, 1)) atomicAdd(&x[0], s);
    atomicAdd(z, 1ull);
    atomicAdd(y, 1);
    __syncwarp();
    if (threadIdx.x % warpSize == 0) y[1] = __syncthreads_count(other);
    __threadfence();
}
