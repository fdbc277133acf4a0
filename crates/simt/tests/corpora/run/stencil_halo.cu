// buffer: in i32[100] = i
// buffer: out i32[100] = 0
// launch: stencil<<<4, 32>>>(in, out, 100)
// expect: out[i] = i == 0 ? 1 : i == 99 ? 197 : 3 * i
#define R 1
#define B 32
__global__ void stencil(const int* in, int* out, int n) {
    __shared__ int s[B + 2 * R];
    int g = blockIdx.x * B + threadIdx.x, l = threadIdx.x + R;
    s[l] = g < n ? in[g] : 0;
    if (threadIdx.x < R) {
        s[l - R] = g >= R ? in[g - R] : 0;
        s[l + B] = g + B < n ? in[g + B] : 0;
    }
    __syncthreads();
    if (g < n) {
        int sum = 0;
        for (int d = -R; d <= R; d++) sum += s[l + d];
        out[g] = sum;
    }
}
