// buffer: in u8[128] = 2 * i
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(in, out)
// expect: out[i] = (8 * i) % 256 + (8 * i + 2) % 256 - (8 * i + 4) % 256 - (8 * i + 6) % 256
// counter: in.loads.requests = 1
__global__ void k(const uchar4* in, int* out) {
    uchar4 v = in[threadIdx.x];
    out[threadIdx.x] = v.x + v.y - v.z - v.w;
}
