// Copies that bring what is there already change nothing: a launch after them does what it did, and is not run. The fuel is that of a few launches.
//@ fuel 4000
//@ finding never written
#include <cstdio>
#include <vector>

const int N = 1 << 18, STEP = N / 256;

__global__ void add(const float* x, const float* y, float* out) {
    int i = threadIdx.x * STEP;
    out[i] = x[i] + y[i];
}

// As if all of it were done once more for each repetition, and once with other numbers.
void again_and_again(std::vector<float>& a, const std::vector<float>& b) {
    std::vector<float> got(N);
    size_t bytes = N * sizeof(float);
    float *x, *y, *out;
    cudaMalloc(&x, bytes);
    cudaMalloc(&y, bytes);
    cudaMalloc(&out, bytes);
    cudaMemset(out, 0, bytes);
    double all = 0;
    for (int k = 0; k < 300; ++k) {
        if (k == 100) a[5 * STEP] += 1000;
        cudaMemcpy(x, a.data(), bytes, cudaMemcpyHostToDevice);
        cudaMemcpy(y, b.data(), bytes, cudaMemcpyHostToDevice);
        add<<<1, 256>>>(x, y, out);
        cudaMemcpy(got.data(), out, bytes, cudaMemcpyDeviceToHost);
        all += got[5 * STEP];
    }
    printf("%.0f\n", all);
    // What the kernel left is overwritten: then it is run.
    cudaMemcpy(out, a.data(), bytes, cudaMemcpyHostToDevice);
    add<<<1, 256>>>(x, y, out);
    cudaMemcpy(got.data(), out, bytes, cudaMemcpyDeviceToHost);
    printf("%.0f\n", got[5 * STEP]);
    cudaFree(x);
    cudaFree(y);
    cudaFree(out);
}

// Zeros on memory that holds zeros, but which nobody had written: after the copy it is written.
void first_copy() {
    std::vector<float> zeros(N);
    size_t bytes = N * sizeof(float);
    float *x, *out, got;
    cudaMalloc(&x, bytes);
    cudaMalloc(&out, bytes);
    add<<<1, 256>>>(x, x, out);
    cudaMemcpy(x, zeros.data(), bytes, cudaMemcpyHostToDevice);
    add<<<1, 256>>>(x, x, out);
    cudaMemcpy(&got, out, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%.0f\n", got);
    cudaFree(x);
    cudaFree(out);
}

int main() {
    std::vector<float> a(N), b(N);
    for (int i = 0; i < N; ++i) {
        a[i] = i / STEP;
        b[i] = 10 * (i / STEP);
    }
    again_and_again(a, b);
    first_copy();
}

/* expect
216500
1055
0
*/
