// Lesson 2: two errors, and the call that tells each.
//
// `course run kernels/examples/late-errors.cu`

#include <cstdio>

__global__ void touch(int* p) {
    p[threadIdx.x] = 1;
}

static void tell(const char* when, cudaError_t error) {
    printf("%-28s %s\n", when, cudaGetErrorName(error));
}

int main() {
    int* p;
    cudaMalloc(&p, 1024 * sizeof(int));

    //@anchor late
    touch<<<1, 2048>>>(p);  // more threads than a block may have
    tell("launch refused, at once:", cudaGetLastError());
    tell("asked again:", cudaGetLastError());

    touch<<<1, 32>>>(nullptr);  // a launch in order, a kernel that is not
    tell("right after the launch:", cudaGetLastError());
    tell("after waiting for it:", cudaDeviceSynchronize());
    tell("an innocent call after it:", cudaMalloc(&p, 4));
    //@endanchor late
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> launch refused, at once:     cudaErrorInvalidConfiguration
//> asked again:                 cudaSuccess
//> right after the launch:      cudaSuccess
//> after waiting for it:        cudaErrorIllegalAddress
//> an innocent call after it:   cudaErrorIllegalAddress
//~ error[F0102]: write of 4 bytes through `p`, which is null
//~ launch failed[S0104]: block extent x is 2048, over the device's limit of 1024
