// Lesson 2: two streams, an event between them, and a time.
//
// `course run kernels/examples/streams.cu`

#include <cstdio>

__global__ void fill(float* x, float v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = v;
    }
}

__global__ void add(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] += x[i];
    }
}

int main() {
    const int n = 1 << 16;
    float *x, *y;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));

    //@anchor streams
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEvent_t filled;
    cudaEventCreate(&filled);

    fill<<<n / 256, 256, 0, a>>>(x, 1.0f, n);
    cudaEventRecord(filled, a);
    fill<<<n / 256, 256, 0, b>>>(y, 2.0f, n);  // may run beside it
    cudaStreamWaitEvent(b, filled, 0);         // b waits for a
    add<<<n / 256, 256, 0, b>>>(x, y, n);
    cudaStreamSynchronize(b);                  // the host waits for b
    //@endanchor streams

    float last;
    cudaMemcpy(&last, y + n - 1, sizeof(float), cudaMemcpyDeviceToHost);
    printf("y[%d] = %g\n", n - 1, last);
    cudaEventDestroy(filled);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaFree(x);
    cudaFree(y);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> y[65535] = 3
