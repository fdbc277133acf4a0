// A loop whose condition calls, stores, or reads what others write needs no body; one on a plain value does.
__device__ volatile int stop;
__device__ int taken();
__global__ void k(int* lock, volatile int* flag, int* plain, int n) {
    while (atomicCAS(lock, 0, 1) != 0);
    while (*flag == 0);
    while (stop < 3);
    while (!taken());
    while ((n = n / 2) > 3);
    while (n-- > 0);
    while (*flag + 1 == n && *plain > 0);
    while (*plain == 0); //~ warning: this `;` is the whole body of the loop
}
__device__ int taken() { return 1; }
