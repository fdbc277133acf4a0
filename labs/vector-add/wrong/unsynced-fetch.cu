// must fail: vadd/race-free — odd warps use what the warp before them fetches, without waiting; right as long as it is quicker
__global__ void vadd(const float* a, const float* b, float* c, int n) {
    __shared__ float fetched[1024];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    bool fetches = t / 32 % 2 == 0;
    if (fetches && i + 32 < n) {
        fetched[t + 32] = a[i + 32];
    }
    if (i < n) {
        c[i] = (fetches ? a[i] : fetched[t]) + b[i];
    }
}
