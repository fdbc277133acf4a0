__device__ float inner() { __shared__ float s[8000]; s[0] = 1.0f; return s[0]; }
__global__ void k(float* out) {
    __shared__ float mine[8000]; //~ error: `k` uses 64000 bytes of shared memory
    mine[0] = inner();
    out[0] = mine[0];
}
