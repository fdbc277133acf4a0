__global__ void k(float* out, int n) {
    int i = threadidx.x; //~ error: nothing here is called `threadidx` //~ help: did you mean `threadIdx`?
    if (i < m) out[i] = 1.0f; //~ error: nothing here is called `m`
    ouput[i] = 2.0f; //~ error: nothing here is called `ouput`
    out[i] = ouput[i]; 
    __synchthreads(); //~ error: nothing here is called `__synchthreads` //~ help: did you mean `__syncthreads`?
    out[i] = sqrft(2.0f); //~ error: `sqrft` //~ help: did you mean `sqrtf`?
}
