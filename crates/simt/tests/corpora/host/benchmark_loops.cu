// Launches that find what they found before leave what they left then, without being run: the fuel is that of a few of them.
//@ fuel 400000
#include <cstdio>
#include <vector>

const int N = 4096;

__global__ void scale(float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = x[i] * 2.0f + 1.0f;
}

__global__ void sum(const float* x, float* total, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(total, x[i]);
}

__device__ int seen;

__global__ void count(const int* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] % 3 == 0) atomicAdd(&seen, 1);
}

__global__ void remember(float* x, float** where, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = i;
    if (i == 0) *where = x;
}

// Reset from the host before each launch; every hundredth time with something else.
void in_place() {
    std::vector<float> in(N, 1.0f), out(N);
    float* x;
    cudaMalloc(&x, N * sizeof(float));
    double all = 0;
    for (int k = 0; k < 1000; ++k) {
        in[7] = k % 100 == 99 ? k : 1.0f;
        cudaMemcpy(x, in.data(), N * sizeof(float), cudaMemcpyHostToDevice);
        scale<<<N / 256, 256>>>(x, N);
        cudaMemcpy(out.data(), x, N * sizeof(float), cudaMemcpyDeviceToHost);
        all += out[7] + out[8];
    }
    printf("%.0f\n", all);
    cudaFree(x);
}

// Not reset: every launch finds something else.
void on_and_on() {
    float* x;
    cudaMalloc(&x, 32 * sizeof(float));
    cudaMemset(x, 0, 32 * sizeof(float));
    for (int k = 0; k < 20; ++k) scale<<<1, 32>>>(x, 32);
    float last;
    cudaMemcpy(&last, x + 31, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%.0f\n", last);
    cudaFree(x);
}

// Memory of its own each time, as a wrapper for one call has it.
float own_memory(const std::vector<float>& in) {
    float *x, *total, got;
    cudaMalloc(&x, in.size() * sizeof(float));
    cudaMalloc(&total, sizeof(float));
    cudaMemcpy(x, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(total, 0, sizeof(float));
    sum<<<in.size() / 256, 256>>>(x, total, in.size());
    cudaMemcpy(&got, total, sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(total);
    return got;
}

// What is left is an address: that of the memory of this time.
int addresses() {
    int right = 0;
    for (int k = 0; k < 8; ++k) {
        float *x, **where, *told;
        cudaMalloc(&x, N * sizeof(float));
        cudaMalloc(&where, sizeof(float*));
        remember<<<N / 256, 256>>>(x, where, N);
        cudaMemcpy(&told, where, sizeof(told), cudaMemcpyDeviceToHost);
        right += told == x;
        cudaFree(x);
        cudaFree(where);
    }
    return right;
}

int main() {
    in_place();
    on_and_on();
    std::vector<float> in(N, 0.5f);
    double all = 0;
    for (int k = 0; k < 600; ++k) {
        in[3] = k < 500 ? 0.5f : 2.5f;
        all += own_memory(in);
    }
    printf("%.0f\n", all);
    printf("%d\n", addresses());

    std::vector<int> numbers(N);
    for (int i = 0; i < N; ++i) numbers[i] = i;
    int *x, found = 0, zero = 0;
    cudaMalloc(&x, N * sizeof(int));
    cudaMemcpy(x, numbers.data(), N * sizeof(int), cudaMemcpyHostToDevice);
    long total = 0;
    for (int k = 0; k < 500; ++k) {
        cudaMemcpyToSymbol(seen, &zero, sizeof(int));
        count<<<N / 256, 256>>>(x, N);
        cudaMemcpyFromSymbol(&found, seen, sizeof(int));
        total += found;
    }
    printf("%ld\n", total);
    cudaFree(x);
}
/* expect
16960
1048575
1229000
8
683000
*/
