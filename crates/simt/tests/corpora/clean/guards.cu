// Guards of every sort.
// buffer: in i32[100] = i
// buffer: out i32[100] = 0
// launch: k<<<2, 64>>>(in, out, 100)
// expect: out[i] = i < 99 ? i + i + 1 : 99
__global__ void k(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int next = i + 1 < n ? in[i + 1] : 0;
    out[i] = in[i] + next;
}
