__global__ void k(float* out, int n) {
    int i = threadidx.x; //~ error: nothing here is called `threadidx` //~ help: did you mean `threadIdx`?
    if (i < m) out[i] = 1.0f; //~ error: nothing here is called `m`
    ouput[i] = 2.0f; //~ error: nothing here is called `ouput`
    out[i] = ouput[i]; 
    __synchthreads(); //~ error: nothing here is called `__synchthreads` //~ help: did you mean `__syncthreads`?
    out[i] = sqrft(2.0f); //~ error: `sqrft` //~ help: did you mean `sqrtf`?
}

// A slip inside a macro is told with its near name, and the macro's use is left as it is.
#define TWICE(x) (2 * slipped_nmae(x))
__device__ int slipped_name(int x) { return x; }
__global__ void in_macro(int* out) {
    out[0] = TWICE(3); //~ error: nothing here is called `slipped_nmae` //~ help: did you mean `slipped_name`?
}
