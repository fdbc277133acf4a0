// What CUB's programs put around each call: an error is told, and ends the program.
#pragma once
#include <simt/base.h>
#include <stdio.h>
#include <stdlib.h>
namespace cub {
inline cudaError_t Debug(cudaError_t error, const char *file, int line) {
    if (error != cudaSuccess) fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", (int)error, file, line, cudaGetErrorString(error));
    return error;
}
}  // namespace cub
#ifndef CubDebug
#define CubDebug(e) cub::Debug((cudaError_t)(e), __FILE__, __LINE__)
#endif
#ifndef CubDebugExit
#define CubDebugExit(e)                                                                                                \
    if (cub::Debug((cudaError_t)(e), __FILE__, __LINE__)) {                                                            \
        exit(1);                                                                                                       \
    }
#endif
