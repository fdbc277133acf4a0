// Constants of a function may be named in a lambda that captures nothing.
#include <cstdio>

template <int n> __global__ void fill(int *p) { p[threadIdx.x] = n; }
template <int n> int twice() { return 2 * n; }

int main() {
    constexpr int tile = 4;
    const int width = 8;
    int *d, h[8];
    cudaMalloc(&d, sizeof(h));
    auto run = [](int *p, int n) { fill<tile><<<(n + tile - 1) / tile, width, (tile + 1) * sizeof(float)>>>(p); };
    run(d, 4);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    auto all = [&d](int x) {
        int row[tile] = {x};
        auto inner = [] { return twice<width>() + tile; };
        return row[0] + (int)sizeof(row) + inner();
    };
    auto any = [=](auto x) { return x + twice<tile>(); };
    auto own = [](int tile) { return tile; };
    printf("%d %d %d %d\n", h[7], all(1), any(1), own(99));
    cudaFree(d);
}
/* expect
4 37 9 99
*/
