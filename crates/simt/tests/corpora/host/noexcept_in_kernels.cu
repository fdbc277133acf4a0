// Functions of both sides that let no exception out, called by a kernel's template, in a program that throws.
#include <cstdio>
#include <stdexcept>

template <class T> __host__ __device__ T &at(T *p, size_t i) noexcept { return p[i]; }

template <size_t rows, size_t columns> __global__ void copy(float *c) {
    __shared__ float s[rows][columns];
    const size_t tx = threadIdx.x;
    for (size_t r = 0; r < rows; r++) s[r][tx] = r * 100 + tx;
    float mine[2][2] = {};
    for (size_t r = 0; r < 2; r++)
        for (size_t k = 0; k < 2; k++) mine[r][k] = s[r][tx] + k;
    for (size_t r = 0; r < 2; r++)
        for (size_t k = 0; k < 2; k++) at(c, (r * 2 + k) * columns + tx) = mine[r][k];
}

int main(int argc, char **) {
    if (argc > 5) throw std::runtime_error("too many");
    float *d, h[128];
    cudaMalloc(&d, sizeof h);
    copy<2, 32><<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", at(h, 5), at(h, 32 + 5), at(h, 96 + 31));
    cudaFree(d);
}
/* expect
5 6 132
*/
