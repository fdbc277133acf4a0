// The host reads, in long loops, what a copy that nobody waited for reads too.
#include <cstdio>
const int N = 3000;
int main() {
    int *from, *to;
    float *on_device;
    cudaMallocHost(&from, N * sizeof(int));
    cudaMallocManaged(&on_device, N * sizeof(float));
    for (int i = 0; i < N; i++) from[i] = (i * 37) % 101, on_device[i] = i * 0.25f;
    cudaMalloc(&to, N * sizeof(int));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMemcpyAsync(to, from, N * sizeof(int), cudaMemcpyHostToDevice, stream);
    cudaMemcpyAsync(to, on_device, N * sizeof(float), cudaMemcpyHostToDevice, stream);
    static int blurred[N], at[N];
    long sum = 0;
    double whole = 0;
    for (int i = 0; i < N; i++) sum += from[i];
    for (int i = 0; i < N; i++) whole += on_device[i];
    for (int i = 1; i < N - 1; i++) {
        int three = from[i - 1];
        three += from[i];
        three += from[i + 1];
        blurred[i] = three / 3;
    }
    for (int i = 0; i < N; i++) at[i] = from[from[i]] + (from[i] > 50 ? from[N - 1 - i] : blurred[i]);
    long far = 0;
    for (int i = 0; i < N; i++) far += at[i];
    printf("%ld %.2f %d %d %ld\n", sum, whole, blurred[1], blurred[2000], far);
    cudaStreamSynchronize(stream);
    for (int i = 0; i < N; i++) from[i] = 0;
    cudaStreamDestroy(stream);
    cudaFree(to);
    cudaFree(on_device);
    cudaFreeHost(from);
}
