// A program that has taken all the memory that it may have gets no more, but what the library needs for itself is there.
//@ memory 8
#include <cstdio>
#include <cstdlib>

int main() {
    void *all = malloc((8 << 20) - 64);
    void *more = malloc(100000);
    printf("%d %d\n", all != nullptr, more != nullptr);
    cudaStream_t stream;
    cudaEvent_t event;
    printf("%d %d\n", (int)cudaStreamCreate(&stream), (int)cudaEventCreate(&event));
    int *small = (int *)malloc(sizeof(int));
    *small = 4;
    int *large;
    printf("%d\n", (int)cudaMalloc(&large, 100000));
    printf("%d\n", *small);
    cudaStreamDestroy(stream);
    cudaEventDestroy(event);
    free(small);
    free(all);
}
/* expect
1 0
0 0
2
4
*/
