// A function that is declared in a block is the file's, which may define it further down.
#include <cstdio>

__global__ void run(int *out) {
    __device__ int twice(int);
    out[0] = twice(21);
}

int main() {
    int later(int, int);
    void greet(const char *), part();
    greet("hello");
    part();
    printf("%d\n", later(4, 3));
    int *d, h;
    cudaMalloc(&d, 4);
    run<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(d);
}

__device__ int twice(int x) { return 2 * x; }
int later(int a, int b) { return a * b; }
void greet(const char *what) { printf("%s\n", what); }
void part() { printf("part\n"); }
/* expect
hello
part
12
42
*/
