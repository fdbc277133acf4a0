// buffer: out i32[3] = 0
// launch: k<<<1, 96>>>(out)
// expect: out = 10; 0; 1
// counter: barriers = 3
__global__ void k(int* out) {
    int t = threadIdx.x;
    int n = __syncthreads_count(t < 10);
    int all = __syncthreads_and(t < 95);
    int any = __syncthreads_or(t == 77);
    if (t == 50) {
        out[0] = n;
        out[1] = all;
        out[2] = any;
    }
}
