// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i < 8 ? 1 + 2 * i : i < 16 ? 50 : 7
__device__ void twice(int& v) { v += v; }
__device__ void pick(int& to, const int& from, bool really) {
    if (!really) return;
    to = from;
}
__global__ void k(int* out) {
    int t = threadIdx.x;
    int a = t;
    twice(a);
    int& alias = a;
    alias++;
    int local[4] = {5, 6, 7, 8};
    int& second = local[1];
    second = 50;
    int b = local[2];
    int& cell = out[t];
    cell = b;
    pick(cell, local[1], t < 16);
    pick(cell, a, t < 8);
}
