// A function of the host that reads like a kernel lacks one word: that is said once.
void vadd(float *a, const float *b, int n) { //~ error: `vadd` must be `__global__`: it uses what only threads of a kernel have //~ help: write `__global__` before it //~ label: here
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += b[i];
    __syncthreads();
}
int number() { return blockIdx.x * blockDim.x + threadIdx.x; } //~ error: `number` must be `__device__`
__host__ void both() {
    int i = threadIdx.x; //~ error: this built-in variable belongs to device code
}
int main() {
    float *a, *b;
    cudaMalloc(&a, 128);
    cudaMalloc(&b, 128);
    vadd<<<1, 32>>>(a, b, 32);
    cudaFree(a);
    cudaFree(b);
    return threadIdx.x; //~ error: this built-in variable belongs to device code
}
