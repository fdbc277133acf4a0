// The same with a volatile flag.
// buffer: data i32[32] = 0
// buffer: flag i32[1] = 0
// buffer: out i32[32] = 0
// launch: k<<<2, 32>>>(data, flag, out)
// expect: out[i] = i
__global__ void k(int* data, volatile int* flag, int* out) {
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        data[t] = t;
        __threadfence();
        __syncthreads();
        if (t == 0) *flag = 1;
    } else {
        if (t == 0) {
            while (*flag == 0) {}
            __threadfence();
        }
        __syncthreads();
        out[t] = data[t];
    }
}
