// buffer: in u8[64] = i
// buffer: out i32[8] = 0
// launch: k<<<1, 8>>>(in, out)
__global__ void k(const unsigned char* in, int* out) {
    const int* p = (const int*)(in + 1);
    out[threadIdx.x] = p[threadIdx.x] * 0; //~ misaligned
}
