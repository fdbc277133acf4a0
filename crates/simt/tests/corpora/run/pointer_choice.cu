// Arrays of pointers, and a pointer chosen lane by lane.
// buffer: a i32[8] = i
// buffer: b i32[8] = 100 + i
// buffer: out i32[16] = 0
// launch: k<<<1, 8>>>(a, b, out)
// expect: out[i] = i < 8 ? (i % 2 == 0 ? i : 100 + i) : (i < 12 ? i - 8 : 100 + i - 8)
__global__ void k(int* a, int* b, int* out) {
    int t = threadIdx.x;
    const int* from = t % 2 ? b : a;
    out[t] = from[t];
    int* both[2];
    both[0] = a;
    both[1] = b;
    out[8 + t] = both[t / 4][t];
}
