// Arguments of a launch: copied where a class says how, ended by the launch and not by the kernel; braces for structs;
// the marks of a launch taken apart, as some editors do.
#include <cstdio>
struct Counted {
    int *live;
    explicit Counted(int *p) : live(p) { ++*live; }
    Counted(const Counted &from) : live(from.live) { ++*live; }
    ~Counted() { --*live; }
};
struct Range {
    int *from, *to;
};
__global__ void look(Counted c, int *out) { *out = *c.live; }
__global__ void fill(Range r, int value) {
    for (int *p = r.from; p != r.to; ++p) *p = value;
}
template <class T> __global__ void add(Range r, T value) {
    for (int *p = r.from; p != r.to; ++p) *p += value;
}
//@ finding the host writes `x[0]` without having waited for kernel `look`
int main() {
    int *x;
    cudaMallocManaged(&x, 4 * sizeof(int));
    x[0] = 0;
    {
        Counted c(x);
        look<<<1, 1>>>(c, x + 1);
        cudaDeviceSynchronize();
        printf("%d %d\n", x[0], x[1]);
    }
    printf("%d\n", x[0]);
    fill<<<1, 1>>>({x, x + 4}, 3);
    add << <1, 1 >> > ({x, x + 2}, 4);
    add<int> << <dim3(1), 1>>>({x + 1, x + 3}, 10);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", x[0], x[1], x[2], x[3]);
    cudaFree(x);
}
/* expect
1 2
0
7 17 13 3
*/
