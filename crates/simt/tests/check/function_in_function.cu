__global__ void k(float* out) {
    float4 v(); //~ error: this declares a function inside a function //~ help: leave the parentheses out
    out[0] = 1.0f;
}
