// A kernel writes into memory of `new` that was registered; the host looks at once.
#include <cstdio>
__global__ void report(volatile int *progress, int *result) { *result = 42; }
int main() {
    int *result = new int[2];
    int *there;
    cudaHostRegister(result, 2 * sizeof(int), cudaHostRegisterMapped);
    result[0] = result[1] = 0;
    cudaHostGetDevicePointer(&there, result, 0);
    report<<<1, 1>>>(there + 1, there);
    if (result[1] == 0) printf("nothing yet\n");
    printf("%d\n", result[0]);
    cudaDeviceSynchronize();
    cudaHostUnregister(result);
    delete[] result;
}
/*~
error[F0206]: the host reads bytes 0 to 3 of the memory allocated on line 5 without having waited for kernel `report` in the default stream, which writes them
  --> registered_memory.cu:12:20
   |
 3 | __global__ void report(volatile int *progress, int *result) { *result = 42; }
   |                                                               ------- 2. writes them; launched on line 10
...
12 |     printf("%d\n", result[0]);
   |                    ^^^^^^^^^ 1. the host reads them
   |
   = help: a launch returns at once: put `cudaDeviceSynchronize()` between the two
*/
