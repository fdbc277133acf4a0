// Products of matrices of halves and bytes, large enough to be widened first: every side turned or not, rows apart, what was there kept.
#include <cstdint>
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <vector>
const int m = 130, n = 140, k = 150;
template <class A, class C>
int wrong(bool ta, bool tb, cudaDataType type, cudaDataType out, cublasComputeType_t how, float alpha, float beta) {
    int lda = ((ta ? k : m) + 3) & ~3, ldb = ((tb ? n : k) + 7) & ~3, ldc = m + 7;
    int na = lda * (ta ? m : k), nb = ldb * (tb ? k : n), nc = ldc * n;
    A *a, *b;
    C *c;
    cudaMallocManaged(&a, na * sizeof(A));
    cudaMallocManaged(&b, nb * sizeof(A));
    cudaMallocManaged(&c, nc * sizeof(C));
    std::vector<int> x(na), y(nb), z(nc);
    for (int i = 0; i < na; i++) a[i] = (A)(float)(x[i] = i % 5 - 2);
    for (int i = 0; i < nb; i++) b[i] = (A)(float)(y[i] = i % 7 - 3);
    for (int i = 0; i < nc; i++) c[i] = (C)(float)(z[i] = i % 3);
    cublasHandle_t h;
    cublasCreate(&h);
    int whole[2] = {(int)alpha, (int)beta};
    float real[2] = {alpha, beta};
    bool ints = how == CUBLAS_COMPUTE_32I;
    double twice[2] = {alpha, beta};
    const void *by = ints ? (void *)&whole[0] : &real[0], *plus = ints ? (void *)&whole[1] : &real[1];
    if (how == CUBLAS_COMPUTE_64F) by = &twice[0], plus = &twice[1];
    cublasGemmEx(h, ta ? CUBLAS_OP_T : CUBLAS_OP_N, tb ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, k, by, a, type, lda, b, type, ldb,
                 plus, c, out, ldc, how, CUBLAS_GEMM_DEFAULT);
    cudaDeviceSynchronize();
    int bad = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < ldc; i++) {
            int sum = 0;
            for (int q = 0; i < m && q < k; q++) sum += x[ta ? i * lda + q : q * lda + i] * y[tb ? q * ldb + j : j * ldb + q];
            float want = i < m ? alpha * sum + beta * z[j * ldc + i] : z[j * ldc + i];
            bad += (float)c[j * ldc + i] != (float)(C)want;
        }
    cublasDestroy(h);
    cudaFree(a), cudaFree(b), cudaFree(c);
    return bad;
}
int main() {
    printf("%d", wrong<__half, float>(false, false, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1, 0));
    printf(" %d", wrong<__half, float>(true, false, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 2, 1));
    printf(" %d", wrong<__half, __half>(false, true, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F, 1, 2));
    printf(" %d", wrong<int8_t, int>(true, true, CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, 1, 1));
    printf(" %d\n", wrong<double, double>(true, false, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F, 1, 1));
}
/* expect
0 0 0 0 0
*/
