__device__ float f(float x) { return x; }
__device__ float f(int* x) { return *x; }
__device__ void nothing() {}
__global__ void k(float* out, float4 v, double d, int n) {
    out[0] = f(v); //~ error: no `f` takes `float4`
    out[1] = n(3); //~ error: `n` is not a function
    out[2] = f; //~ error: `f` is a function: call it
    out[3] = nothing(); //~ error: `float` is assigned to, but the call returns nothing
    out[4] = max(out[0], n); //~ error: could mean
    out[5] = make_float4(1, 2, 3); //~ error: `make_float4` takes 4 arguments, and 3 are given
    out[6] = fmaxf(1.0f); //~ error: `fmaxf` takes 2 arguments, and 1 is given
    out[7] = v; //~ error: `float` is assigned to, but the value is `float4`
    v = 1.0f; //~ error: `float4` is assigned to, but the value is `float` //~ help: `make_float4(x, y, z, w)`
    out[8] = std::max(n, out[0]); //~ error: `std::max` needs two values of one type
    n = expf; //~ error: `expf` is a function: call it
}
