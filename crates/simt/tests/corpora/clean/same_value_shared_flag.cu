// The same in shared memory, read behind a barrier.
// buffer: a i32[128] = i
// buffer: out i32[128] = 0
// launch: k<<<1, 128>>>(a, out)
// expect: out[i] = 1
__global__ void k(const int* a, int* out) {
    __shared__ int any;
    int t = threadIdx.x;
    if (t == 0) any = 0;
    __syncthreads();
    if (a[t] > 100) any = 1;
    __syncthreads();
    out[t] = any;
}
