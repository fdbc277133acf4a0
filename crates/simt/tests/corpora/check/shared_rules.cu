__shared__ float early[4]; // one for each block, whichever kernels name it
__shared__ float begun[4] = {1}; //~ error: `begun` is `__shared__` and cannot have an initialiser
__shared__ float lengthless[]; //~ error: `lengthless` needs a length
__global__ void k(float* out, int n) {
    __shared__ float a[4] = {0}; //~ error: `a` is `__shared__` and cannot have an initialiser
    __shared__ float b[n]; //~ error: the length of an array must be known at compile time
    __shared__ float c[]; //~ error: `c` needs a length
    extern __shared__ float d[16]; //~ warning: the length of `d` says nothing: the launch gives the size
    extern __shared__ int dd; // no array: the launch gives it room all the same
    __constant__ int e; //~ error: `__constant__` inside a function
    static int f;
    __shared__ float g[0]; //~ error: an array needs a positive length, and this is 0
    __shared__ float h[-1]; //~ error: the length of an array cannot be negative, and this is -1
    out[0] = a[0] + b[0] + c[0] + d[0] + e + f + g[0] + h[0];
}
