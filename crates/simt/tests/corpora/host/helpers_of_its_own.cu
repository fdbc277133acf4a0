// A program that brings NVIDIA's own helper_string.h, and takes helper_cuda.h from here: what its guard says is there is not declared again.
#include <cstdio>
#ifndef COMMON_HELPER_STRING_H_
#define COMMON_HELPER_STRING_H_
inline char *sdkFindFilePath(const char *filename, const char *executable_path) { return nullptr; }
inline bool checkCmdLineFlag(const int argc, const char **argv, const char *string_ref) { return false; }
inline int getCmdLineArgumentInt(const int argc, const char **argv, const char *string_ref) { return 0; }
#endif
#include <helper_cuda.h>

int main(int argc, char **argv) {
    int device = findCudaDevice(argc, (const char **)argv);
    checkCudaErrors(cudaSetDevice(device));
    printf("%d %d\n", device, sdkFindFilePath("a", "b") == nullptr);
}
/* expect
GPU Device 0: "Ampere" with compute capability 8.0

0 1
*/
