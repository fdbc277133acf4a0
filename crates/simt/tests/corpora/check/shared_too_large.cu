__global__ void k(float* out) {
    __shared__ float big[16384]; //~ error: uses 65536 bytes of shared memory //~ help: `big` alone takes 65536
    big[threadIdx.x] = 1.0f;
    out[0] = big[0];
}
