// Each thread reads and writes its own element.
// buffer: a f32[300] = i
// launch: k<<<3, 128>>>(a, 300)
// expect: a[i] = i * 2
__global__ void k(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= 2;
}
