// What nobody set is masked away by `&` with 0.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i < 16 ? i : 0
__global__ void k(int* out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 16) s[t] = t;
    __syncwarp();
    int keep = t < 16 ? -1 : 0;
    out[t] = s[t] & keep;
}
