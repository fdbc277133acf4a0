// As NVIDIA's UnifiedMemoryStreams: small tasks by the host, large ones by the device, managed memory of its own each, a thread a stream.
#include <cstdio>
#include <thread>
#include <vector>
struct Task {
    int size;
    double *data, *result, *vector;
    Task() : size(0), data(nullptr), result(nullptr), vector(nullptr) {}
    void make(int s) {
        size = s;
        cudaMallocManaged(&data, sizeof(double) * s * s);
        cudaMallocManaged(&result, sizeof(double) * s);
        cudaMallocManaged(&vector, sizeof(double) * s);
        for (int i = 0; i < s * s; i++) data[i] = i % 5;
        for (int i = 0; i < s; i++) {
            result[i] = 0;
            vector[i] = i;
        }
        cudaDeviceSynchronize();
    }
};
__global__ void gemv(int n, const double *a, const double *x, double *y) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    double sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * x[k];
    y[row] = sum;
}
void execute(Task &t, cudaStream_t *streams, int tid) {
    if (t.size < 20) {
        cudaStreamAttachMemAsync(streams[0], t.data, 0, cudaMemAttachHost);
        cudaStreamSynchronize(streams[0]);
        for (int i = 0; i < t.size; i++)
            for (int k = 0; k < t.size; k++) t.result[i] += t.data[i * t.size + k] * t.vector[k];
    } else {
        cudaStreamAttachMemAsync(streams[tid + 1], t.data, 0, cudaMemAttachSingle);
        gemv<<<1, 64, 0, streams[tid + 1]>>>(t.size, t.data, t.vector, t.result);
    }
}
int main() {
    const int threads = 3;
    cudaStream_t streams[threads + 1];
    for (int i = 0; i <= threads; i++) cudaStreamCreate(&streams[i]);
    std::vector<Task> tasks(9);
    for (int i = 0; i < 9; i++) tasks[i].make(10 + 3 * i);
    std::vector<std::thread> workers;
    for (int t = 0; t < threads; t++)
        workers.emplace_back([&, t] {
            for (int i = t; i < 9; i += threads) execute(tasks[i], streams, t);
        });
    for (auto &w : workers) w.join();
    cudaDeviceSynchronize();
    double sum = 0;
    for (auto &t : tasks)
        for (int i = 0; i < t.size; i++) sum += t.result[i];
    printf("%g\n", sum);
    for (int i = 0; i <= threads; i++) cudaStreamDestroy(streams[i]);
    for (auto &t : tasks) {
        cudaFree(t.data); cudaFree(t.result); cudaFree(t.vector);
    }
}
