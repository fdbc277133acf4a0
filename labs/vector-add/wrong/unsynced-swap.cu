// must fail: vadd/race-free — reads what its neighbour stages without waiting; right as long as a warp runs in step
__global__ void vadd(const float* a, const float* b, float* c, int n) {
    __shared__ float staged[1024];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    int neighbour = i ^ 1;
    if (neighbour < n) {
        staged[t ^ 1] = a[neighbour];
    }
    if (i < n) {
        c[i] = staged[t] + b[i];
    }
}
