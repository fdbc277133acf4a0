// A program that never lets go.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
void again() {
    atexit(again);
    exit(4);
}
int main() {
    for (int i = 20000; i < 30000; i++) cudaGetErrorString((cudaError_t)i);
    printf("%s\n", cudaGetErrorString((cudaError_t)20000));
    atexit(again);
    return 0;
}
//@ exit 4
/* expect
unrecognized error code
*/
