// Braces where a parameter is a reference to a constant array.
#include <cstdio>

template <unsigned n> struct Vector {
    double of[n];
    __host__ __device__ Vector(const double (&from)[n]) {
        for (unsigned i = 0; i < n; i++) of[i] = from[i];
    }
};
int last(const int (&list)[3]) { return list[2]; }
__global__ void kernel(double *out) {
    Vector<3> v{{1, 2, 3}};
    *out = v.of[2];
    v = {{0, 1, 5.5}};
    *out += v.of[2];
}

int main() {
    double *out, sum;
    cudaMalloc(&out, 8);
    kernel<<<1, 1>>>(out);
    cudaMemcpy(&sum, out, 8, cudaMemcpyDeviceToHost);
    Vector<2> v({4, 2.5});
    printf("%g %g %d %d\n", sum, v.of[1], last({1, 2, 7}), last({1, 2}));
    cudaFree(out);
}
/* expect
8.5 2.5 7 0
*/
