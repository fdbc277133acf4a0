// Set on every path before it is read: nothing to find.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i < 16 ? 1 : i + 3
__device__ void both(int& a, float& b, int from) {
    a = from;
    b = 3.0f;
}
__global__ void k(int* out) {
    int v, w;
    float f;
    if (threadIdx.x < 16) {
        v = 1;
    } else {
        both(w, f, threadIdx.x);
        v = w + (int)f;
    }
    out[threadIdx.x] = v;
}
