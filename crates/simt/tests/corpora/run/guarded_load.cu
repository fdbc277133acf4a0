// A guard before the load keeps it from happening, in `&&` as in `?:`.
// buffer: in i32[16] = i + 1
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(in, out, 16)
// expect: out[i] = i < 16 ? (i + 1) * 2 + (i + 1 > 8 ? 1 : 0) : 0
__global__ void k(const int* in, int* out, int n) {
    int t = threadIdx.x;
    int v = t < n ? in[t] : 0;
    if (t < n && in[t] > 8) v = 2 * v + 1;
    else v *= 2;
    out[t] = v;
}
