__global__ void k(float* out, int n) {
    int n = 3; //~ error: `n` is declared twice in one scope
    float x = 1.0f;
    { float x = 2.0f; out[0] = x; }
    float x = 3.0f; //~ error: `x` is declared twice in one scope
    out[1] = x;
}
__device__ int f(int a) { return a; }
__device__ int f(int b) { return b; } //~ error: `f` is defined twice with the same parameters
