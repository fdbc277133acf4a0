__device__ float dot(const float a[], const float* b, int n) {
    float s = 0;
    for (int i = 0; i < n; ++i) s += a[i] * b[i];
    return s;
}
__device__ const float table[4] = {1, 2, 3, 4};
__constant__ int grid[2][3] = {{1, 2, 3}, {4}};
__global__ void k(float* out, float (*rows)[8]) {
    float a[4] = {1.0f, 2.0f}, b[] = {1, 2, 3, 4};
    int m[2][2] = {1, 2, 3, 4};
    float z[8] = {0};
    out[0] = dot(a, b, 4) + m[1][0] + z[3] + table[threadIdx.x] + grid[1][0];
    out[1] = rows[2][3];
    float* end = &a[4];
    out[2] = *(end - 1);
}
