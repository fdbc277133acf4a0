// Memory that kernels allocate themselves: `malloc` and `new`, kept from one launch to the next, up to the heap's limit.
#include <cstdio>
#include <cuda_runtime.h>
struct Shape {
    int *sides;
    int n;
    __device__ Shape(int n) : sides(new int[n]), n(n) {
        for (int i = 0; i < n; ++i) sides[i] = i + 1;
    }
    __device__ virtual ~Shape() { delete[] sides; }
    __device__ virtual int sum() const {
        int all = 0;
        for (int i = 0; i < n; ++i) all += sides[i];
        return all;
    }
};
struct Twice : Shape {
    __device__ Twice(int n) : Shape(n) {}
    __device__ int sum() const override { return 2 * Shape::sum(); }
};
struct Node {
    int value;
    Node *next;
};
__global__ void build(Node **heads) {
    Node *head = nullptr;
    for (int i = 0; i <= threadIdx.x % 3; ++i) head = new Node{i + 1, head};
    heads[threadIdx.x] = head;
}
__global__ void add_up(Node **heads, int *sums) {
    int sum = 0;
    for (Node *n = heads[threadIdx.x]; n;) {
        sum += n->value;
        Node *next = n->next;
        delete n;
        n = next;
    }
    sums[threadIdx.x] = sum;
}
__global__ void shapes(int *sums) {
    Shape *s = threadIdx.x % 2 ? new Twice(threadIdx.x + 1) : new Shape(threadIdx.x + 1);
    sums[threadIdx.x] = s->sum();
    delete s;
}
__global__ void zeros(int *sums) {
    int *a = new int[4]();
    char *b = (char *)malloc(9);
    memset(b, 1, 9);
    sums[threadIdx.x] = a[0] + a[3] + b[0] + b[8];
    free(b);
    delete[] a;
    free(nullptr);
}
__global__ void too_much(int *got) {
    void *p = malloc(3 << 20);
    got[threadIdx.x] = p != nullptr;
    __syncthreads();
    free(p);
}
int main() {
    Node **heads;
    int *sums;
    cudaMalloc(&heads, 64 * sizeof(Node *));
    cudaMallocManaged(&sums, 64 * sizeof(int));
    build<<<1, 64>>>(heads);
    add_up<<<1, 64>>>(heads, sums);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", sums[0], sums[1], sums[2], sums[63]);
    shapes<<<1, 40>>>(sums);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", sums[0], sums[1], sums[2], sums[39]);
    zeros<<<1, 33>>>(sums);
    cudaDeviceSynchronize();
    printf("%d %d\n", sums[0], sums[32]);
    too_much<<<1, 4>>>(sums);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);
    // Once something of it was taken, its limit stays.
    printf("%s\n", cudaGetErrorName(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20)));
    size_t limit = 0;
    cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize);
    too_much<<<1, 4>>>(sums);
    printf("%s, %zu\n", cudaGetErrorName(cudaDeviceSynchronize()), limit);
    printf("%d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);
}
/* expect
1 3 6 1
1 6 6 1640
2 2
1 1 0 0
cudaErrorInvalidValue
cudaSuccess, 8388608
1 1 0 0
*/
