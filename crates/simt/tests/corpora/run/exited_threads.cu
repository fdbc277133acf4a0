// Threads that have ended are not waited for; that they never come to the barrier is a finding all the same.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
// expect: out[i] = i < 32 ? 31 - i : 0
__global__ void k(int* out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t >= 32) return;
    s[t] = t;
    __syncthreads(); //~ barrier-missed
    out[t] = s[31 - t];
}
