// Arrays of arrays where arrays of `const` ones are wanted: plain, in templates, and by pointer.
#include <cstdio>
__host__ __device__ float sum(float const a[2][2][3]) {
    float s = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 3; k++) s += a[i][j][k];
    return s;
}
template <typename T, size_t A, size_t B> __host__ __device__ T total(T const a[A][B][3]) {
    T s = 0;
    for (size_t i = 0; i < A; i++) s += a[i][B - 1][2];
    return s;
}
__host__ __device__ int first(const int (*rows)[2][2]) { return rows[1][0][1]; }
__global__ void k(float *p) {
    float c[2][2][3] = {{{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}, {10, 11, 12}}};
    p[0] = sum(c);
    p[1] = total<float, 2, 2>(c);
}
int main() {
    float *d;
    cudaMallocManaged(&d, 2 * sizeof(float));
    k<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    int rows[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
    const int(*kept)[2][2] = rows;
    printf("%g %g %d %d\n", d[0], d[1], first(rows), kept[0][1][1]);
}
/* expect
78 18 6 4
*/
