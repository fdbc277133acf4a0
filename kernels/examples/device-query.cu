// Lesson 2: what a program can ask of the device that it runs on.
//
// `course run kernels/examples/device-query.cu --device h100`

#include <cstdio>

int main() {
    int count = 0;
    cudaGetDeviceCount(&count);
    for (int d = 0; d < count; d++) {
        //@anchor query
        cudaDeviceProp p;
        cudaGetDeviceProperties(&p, d);
        printf("%s, compute capability %d.%d\n", p.name, p.major, p.minor);
        printf("multiprocessors          %d\n", p.multiProcessorCount);
        printf("warp                     %d threads\n", p.warpSize);
        printf("threads a block          %d at most\n", p.maxThreadsPerBlock);
        printf("threads a multiprocessor %d at most\n",
               p.maxThreadsPerMultiProcessor);
        printf("registers                %d a multiprocessor\n",
               p.regsPerMultiprocessor);
        printf("shared memory            %zu bytes a block, %zu a multiprocessor\n",
               p.sharedMemPerBlock, p.sharedMemPerMultiprocessor);
        printf("L2 cache                 %d bytes\n", p.l2CacheSize);
        printf("global memory            %zu bytes\n", p.totalGlobalMem);
        //@endanchor query
    }
}

// What it says (tests/examples.rs holds it to that):
//$ run --device h100
//> NVIDIA H100 80GB HBM3, compute capability 9.0
//> multiprocessors          132
//> warp                     32 threads
//> threads a block          1024 at most
//> threads a multiprocessor 2048 at most
//> registers                65536 a multiprocessor
//> shared memory            49152 bytes a block, 233472 a multiprocessor
//> L2 cache                 52428800 bytes
//> global memory            85028765696 bytes
