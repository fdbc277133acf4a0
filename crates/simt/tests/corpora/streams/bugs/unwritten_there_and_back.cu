// What nobody wrote comes to the host and goes on to another buffer: there a kernel depends on it.
__global__ void half(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) x[i] = 1;
}
__global__ void twice(const float *x, float *y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }
int main() {
    const int n = 64;
    float *x, *y, *z, *plain = new float[n];
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMalloc(&z, n * sizeof(float));
    half<<<1, n>>>(x, n);
    cudaMemcpy(plain, x, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(y, plain, n * sizeof(float), cudaMemcpyHostToDevice);
    twice<<<1, n>>>(y, z);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(y);
    cudaFree(z);
    delete[] plain;
}
/*~
error[F0105]: what is stored depends on `x[32]`, which was never written
 --> unwritten_there_and_back.cu:6:72
  |
6 | __global__ void twice(const float *x, float *y) { y[threadIdx.x] = 2 * x[threadIdx.x]; }
  |                                                                        ^^^^^^^^^^^^^^ 1. read here
  |                                                   -------------- 2. stored here
  |
  = thread: 1. (32, 0, 0) of block (0, 0, 0)
  = thread: 2. (32, 0, 0) of block (0, 0, 0)
  = note: it happened 32 times
  = help: `cudaMalloc` does not clear memory: write before reading, or start from a known value
  in `twice<<<1, 64>>>`, launched on line 16
*/
