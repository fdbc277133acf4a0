// Thrust, CUB and cuBLAS between kernels in a non-blocking stream.
#include <cstdio>
#include <cublas_v2.h>
#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
__global__ void fill(float *v, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) v[i] = (i * 37) % n;
}
int main() {
    const int n = 100;
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    float *v, *sum, host;
    cudaMalloc(&v, n * sizeof(float));
    cudaMalloc(&sum, sizeof(float));
    fill<<<1, 64, 0, s>>>(v, n);
    thrust::sort(thrust::cuda::par.on(s), v, v + n);
    fill<<<1, 64, 0, s>>>(v, n);
    void *room = nullptr;
    size_t bytes = 0;
    cub::DeviceReduce::Sum(room, bytes, v, sum, n, s);
    cudaMallocAsync(&room, bytes, s);
    cub::DeviceReduce::Sum(room, bytes, v, sum, n, s);
    cudaFreeAsync(room, s);
    cudaMemcpyAsync(&host, sum, sizeof(float), cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    printf("%g\n", host);
    cublasHandle_t handle;
    cublasCreate(&handle);
    cublasSetStream(handle, s);
    fill<<<1, 64, 0, s>>>(v, n);
    float two = 2, norm;
    cublasSscal(handle, n, &two, v, 1);
    cublasSasum(handle, n, v, 1, &norm);
    printf("%g\n", norm);
    cublasDestroy(handle);
    thrust::device_vector<float> w(v, v + n);
    printf("%g\n", thrust::reduce(w.begin(), w.end()));
    cudaFree(v);
    cudaFree(sum);
    cudaStreamDestroy(s);
}
