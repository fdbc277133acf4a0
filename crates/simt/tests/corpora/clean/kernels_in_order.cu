// What one kernel wrote, the next may read and overwrite.
// buffer: a i32[128] = 0
// buffer: b i32[128] = 0
// launch: one<<<2, 64>>>(a)
// launch: two<<<2, 64>>>(a, b)
// launch: one<<<2, 64>>>(a)
// expect: b[i] = 127 - i
__global__ void one(int* a) { a[blockIdx.x * 64 + threadIdx.x] = blockIdx.x * 64 + threadIdx.x; }
__global__ void two(const int* a, int* b) {
    int i = blockIdx.x * 64 + threadIdx.x;
    b[i] = a[127 - i];
}
