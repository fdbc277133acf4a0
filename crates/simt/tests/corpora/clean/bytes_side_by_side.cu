// Neighbouring bytes of one word are different locations.
// buffer: out u8[256] = 0
// launch: k<<<2, 128>>>(out)
__global__ void k(unsigned char* out) {
    int i = blockIdx.x * 128 + threadIdx.x;
    out[i] = i;
    out[i] = out[i] + 1;
}
