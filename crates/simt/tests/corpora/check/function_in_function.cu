__global__ void k(float* out) {
    float4 v(); //~ warning: this declares a function, not a variable //~ help: leave the parentheses out
    out[0] = v.x; //~ error: `v` is a function: call it
}
