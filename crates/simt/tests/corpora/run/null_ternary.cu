// buffer: in i32[4] = i
// buffer: out i32[4] = 0
// launch: k<<<1, 4>>>(in, null, out)
// expect: out[i] = i
__global__ void k(const int* in, const int* maybe, int* out) {
    int t = threadIdx.x;
    out[t] = in[t] + (maybe ? maybe[t] : 0);
}
