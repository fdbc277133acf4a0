// buffer: in i32[8] = 7 - i
// buffer: out i32[8] = 0
// launch: k<<<1, 8>>>(in, out, 8)
// expect: out[i] = min(i + 3, 8) - i
__global__ void k(const int* in, int* out, int n) {
    int i = threadIdx.x, steps = 0;
    while (i < n && in[i] > 4 - (int)threadIdx.x) {
        i++;
        steps++;
        if (steps == 3) break;
    }
    out[threadIdx.x] = steps;
}
