// Each call has its own array; lanes go down to different depths.
// buffer: out i32[8] = 0
// launch: k<<<1, 8>>>(out)
// expect: out[i] = sum(0, i + 1, 2 * j + 1)
__device__ int deep(int n) {
    int a[2];
    a[0] = n;
    a[1] = n + 1;
    int below = n == 0 ? 0 : deep(n - 1);
    return below + a[0] + a[n >= 0];
}
__global__ void k(int* out) { out[threadIdx.x] = deep(threadIdx.x); }
