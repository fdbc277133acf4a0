__device__ float f(int n) {
    if (n) return 1.0f;
} //~ warning: `f` can end here without a `return`
__device__ int g() { return; } //~ error: the function returns `int`, and this `return` has no value
__device__ void h() { return 1; } //~ error: this function returns nothing, and this `return` has a value
__device__ float* p(double* d) { return d; } //~ error: the function returns `float*`, but the value is `double*`
__device__ int loop(int n) { for (;;) { if (n++ > 3) return n; } }
__device__ int both(int n) { if (n) return 1; else return 2; }
