// Arrays of arrays among a class's members take their values row by row in a constructor's list, on both sides.
#include <cstdio>

template <typename T> struct Pair {
    T v[2];
};

template <typename T> class Box {
public:
    __host__ __device__ Box(T a, T b, T c, T d)
        : flat{a, b}, rows{{a, b}, {c, d}}, pairs{{a, b}, {c, d}}, deep{{{a, b}}, {{c}, {d, a}}} {}
    T flat[2], rows[3][2];
    Pair<T> pairs[2];
    T deep[2][2][2];
};

struct Fixed {
    float rows[3][2];
    Fixed(float a) : rows{{a, 1}, {2}, {a, a + 1}} {}
};

__global__ void sums(float *out) {
    Box<float> box(1, 2, 3, float(threadIdx.x));
    out[threadIdx.x] = box.rows[0][1] * 100 + box.rows[1][1] * 10 + box.rows[2][0] + box.deep[1][1][0];
}

int main() {
    Box<double> box(1, 2, 3, 4);
    printf("%g %g %g %g\n", box.flat[1], box.rows[1][0], box.rows[1][1], box.pairs[1].v[1]);
    printf("%g %g %g %g %g\n", box.rows[2][1], box.deep[0][0][1], box.deep[0][1][0], box.deep[1][0][1], box.deep[1][1][1]);
    Fixed fixed(7);
    printf("%g %g %g %g\n", fixed.rows[0][0], fixed.rows[1][0], fixed.rows[1][1], fixed.rows[2][1]);
    float *out, got[2];
    cudaMalloc(&out, sizeof(got));
    sums<<<1, 2>>>(out);
    cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
    printf("%g %g\n", got[0], got[1]);
    cudaFree(out);
}
/* expect
2 3 4 4
0 2 0 0 1
7 2 0 8
200 211
*/
