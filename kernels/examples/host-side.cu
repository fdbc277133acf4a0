// Lesson 2: the whole host's half of a program, every call checked.
//
// `course run kernels/examples/host-side.cu`

#include <cstdio>
#include <cstdlib>
#include <vector>

//@anchor check
#define CHECK(call)                                              \
    do {                                                         \
        cudaError_t error = (call);                              \
        if (error != cudaSuccess) {                              \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,   \
                    cudaGetErrorString(error));                  \
            exit(1);                                             \
        }                                                        \
    } while (0)
//@endanchor check

__global__ void scale(const float* x, float* y, float k, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = k * x[i];
    }
}

int main(int argc, char** argv) {
    int n = argc > 1 ? atoi(argv[1]) : 1000000;
    if (n <= 0) {
        printf("nothing to do\n");
        return 0;  // a grid of 0 blocks does not launch
    }
    //@anchor host
    std::vector<float> in(n, 1.5f), out(n);
    size_t bytes = n * sizeof(float);

    // 1. Room on the device.
    float *x, *y;
    CHECK(cudaMalloc(&x, bytes));
    CHECK(cudaMalloc(&y, bytes));

    // 2. The inputs go over.
    CHECK(cudaMemcpy(x, in.data(), bytes, cudaMemcpyHostToDevice));

    // 3. The launch: put into the queue, not waited for.
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    scale<<<blocks, threads>>>(x, y, 2.0f, n);
    CHECK(cudaGetLastError());  // was the launch itself refused?

    // 4. The results come back. The copy waits for the kernel,
    //    and tells its errors.
    CHECK(cudaMemcpy(out.data(), y, bytes, cudaMemcpyDeviceToHost));

    // 5. Hand back what was taken.
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
    //@endanchor host

    printf("%d elements, out[0] = %g, out[%d] = %g\n", n, out[0], n - 1, out[n - 1]);
}

// What it says (tests/examples.rs holds it to that):
//$ run
//> 1000000 elements, out[0] = 3, out[999999] = 3
//$ run -- 0
//> nothing to do
