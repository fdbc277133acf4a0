__global__ void k(float* out) {
    __shared__ float big[1 << 30];
    __shared__ float more[4294967296ull][4294967296ull]; //~ error: bytes of shared memory (49152 is the most a block can have this way)
    out[0] = big[0] + more[0][0];
}
