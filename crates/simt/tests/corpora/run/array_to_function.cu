// buffer: out i32[8] = 0
// launch: k<<<1, 8>>>(out)
// expect: out[i] = 10 + 4 * i
__device__ int sum(const int* v, int n) {
    int s = 0;
    while (n--) s += *v++;
    return s;
}
__device__ void fill(int v[4], int from) {
    for (int i = 0; i < 4; i++) v[i] = from + i;
}
__global__ void k(int* out) {
    int v[4];
    fill(v, threadIdx.x + 1);
    out[threadIdx.x] = sum(v, 4);
}
