/* expect
sum 12497500, most 4999 at 0
0 0 1 3 6 10
sorted 0 1 2 4999; places 0 4286
down 4999 4998
kept 2500: 0 2 4
unique 4: 7 8 9 7
runs 3 2 1 1
histogram 500 500
*/
#include <cub/cub.cuh>
#include <cstdio>
struct Even {
    __host__ __device__ bool operator()(const int& x) const { return x % 2 == 0; }
};
#define WITH_STORAGE(call)         \
    {                              \
        void* s = nullptr;         \
        size_t b = 0;              \
        call;                      \
        cudaMalloc(&s, b);         \
        call;                      \
        cudaFree(s);               \
    }
const int n = 5000;
int host[n], back[n], places[n];
int main() {
    for (int i = 0; i < n; i++) host[i] = (i * 7 + 4999) % n;
    int *in, *out, *from, *order, *count;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&from, n * sizeof(int));
    cudaMalloc(&order, n * sizeof(int));
    cudaMalloc(&count, sizeof(int));
    cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice);
    cub::KeyValuePair<int, int>* best;
    cudaMalloc(&best, sizeof(*best));
    WITH_STORAGE(cub::DeviceReduce::Sum(s, b, in, out, n))
    WITH_STORAGE(cub::DeviceReduce::ArgMax(s, b, in, best, n))
    cub::KeyValuePair<int, int> top;
    int sum;
    cudaMemcpy(&sum, out, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&top, best, sizeof(top), cudaMemcpyDeviceToHost);
    printf("sum %d, most %d at %d\n", sum, top.value, top.key);

    for (int i = 0; i < n; i++) back[i] = i;
    cudaMemcpy(from, back, n * sizeof(int), cudaMemcpyHostToDevice);
    WITH_STORAGE(cub::DeviceScan::ExclusiveSum(s, b, from, out, n))
    cudaMemcpy(back, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %d %d\n", back[0], back[1], back[2], back[3], back[4], back[5]);

    WITH_STORAGE(cub::DeviceRadixSort::SortPairs(s, b, in, out, from, order, n))
    cudaMemcpy(back, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(places, order, n * sizeof(int), cudaMemcpyDeviceToHost);
    bool right = true;
    for (int i = 0; i < n; i++) right = right && back[i] == i && host[places[i]] == i;
    printf("sorted %d %d %d %d; places %d %d\n", back[0], back[1], back[2], back[n - 1], right ? 0 : 1, places[1]);
    WITH_STORAGE(cub::DeviceRadixSort::SortKeysDescending(s, b, in, out, n))
    cudaMemcpy(back, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("down %d %d\n", back[0], back[1]);

    WITH_STORAGE(cub::DeviceSelect::If(s, b, from, out, count, n, Even()))
    int kept;
    cudaMemcpy(&kept, count, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(back, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("kept %d: %d %d %d\n", kept, back[0], back[1], back[2]);

    int few[] = {7, 7, 7, 8, 8, 9, 7};
    cudaMemcpy(in, few, sizeof(few), cudaMemcpyHostToDevice);
    WITH_STORAGE(cub::DeviceSelect::Unique(s, b, in, out, count, 7))
    cudaMemcpy(&kept, count, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(back, out, 16, cudaMemcpyDeviceToHost);
    printf("unique %d: %d %d %d %d\n", kept, back[0], back[1], back[2], back[3]);
    WITH_STORAGE(cub::DeviceRunLengthEncode::Encode(s, b, in, out, order, count, 7))
    cudaMemcpy(back, order, 16, cudaMemcpyDeviceToHost);
    printf("runs %d %d %d %d\n", back[0], back[1], back[2], back[3]);
    WITH_STORAGE(cub::DeviceHistogram::HistogramEven(s, b, from, out, 11, 0, n, n))
    cudaMemcpy(back, out, 40, cudaMemcpyDeviceToHost);
    printf("histogram %d %d\n", back[0], back[9]);
    return 0;
}
