#include <curand_kernel.h>
#include <regex> //~ error: the header `regex` is not modelled
__global__ void k(float *out) {
    curandStateSobol32 state; //~ error: `curandStateSobol32`: this generator is not modelled //~ help: use `curandStateXORWOW`
    out[0] = 1;
}
int main() {
    cudaMemcpyAttributes attributes; //~ error: `cudaMemcpyAttributes`: copies in batches are not modelled //~ help: call `cudaMemcpyAsync` for each copy
    return 0;
}
