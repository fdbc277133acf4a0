// An unset neighbour is loaded, and chosen only where it is set.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i < 31 ? i + 1 : -1
__global__ void k(int* out) {
    __shared__ int s[33];
    int t = threadIdx.x;
    s[t] = t;
    __syncwarp();
    int next = s[t + 1];
    out[t] = t < 31 ? next : -1;
}
