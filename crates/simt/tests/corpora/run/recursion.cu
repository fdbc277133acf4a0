// buffer: out i32[16] = 0
// launch: k<<<1, 16>>>(out)
// expect: out = 0; 1; 1; 2; 3; 5; 8; 13; 21; 34; 55; 89; 144; 233; 377; 610
__device__ int fib(int n) {
    if (n < 2) return n;
    return fib(n - 1) + fib(n - 2);
}
__global__ void k(int* out) { out[threadIdx.x] = fib(threadIdx.x); }
