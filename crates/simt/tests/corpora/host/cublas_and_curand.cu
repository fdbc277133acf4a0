/* expect
19 43 22 50
10 14
dot 32 size 5.477 place 3
half 19 50
random in range, mean near 0.5: 1
*/
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <curand.h>
#include <cstdio>
int main() {
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
    float a[] = {1, 3, 2, 4}, b[] = {5, 7, 6, 8}, c[4], alpha = 1.0f, beta = 0.0f;
    float *da, *db, *dc;
    cudaMalloc((void**)&da, sizeof(a));
    cudaMalloc((void**)&db, sizeof(b));
    cudaMalloc((void**)&dc, sizeof(c));
    cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &alpha, da, 2, db, 2, &beta, dc, 2);
    cudaMemcpy(c, dc, sizeof(c), cudaMemcpyDeviceToHost);
    printf("%g %g %g %g\n", c[0], c[1], c[2], c[3]);
    cublasSgemv(handle, CUBLAS_OP_T, 2, 2, &alpha, da, 2, da, 1, &beta, dc, 1);
    cudaMemcpy(c, dc, 8, cudaMemcpyDeviceToHost);
    printf("%g %g\n", c[0], c[1]);

    float x[] = {1, -2, 4, 3}, y[] = {4, 4, 4, 8}, dot, size;
    int place;
    cudaMemcpy(da, x, sizeof(x), cudaMemcpyHostToDevice);
    cudaMemcpy(db, y, sizeof(y), cudaMemcpyHostToDevice);
    cublasSdot(handle, 4, da, 1, db, 1, &dot);
    cublasSnrm2(handle, 4, da, 1, &size);
    cublasIsamax(handle, 4, da, 1, &place);
    printf("dot %g size %.3f place %d\n", dot - 4, size, place);

    half ha[] = {1, 3, 2, 4}, hb[] = {5, 7, 6, 8};
    half *dha, *dhb;
    cudaMalloc(&dha, sizeof(ha));
    cudaMalloc(&dhb, sizeof(hb));
    cudaMemcpy(dha, ha, sizeof(ha), cudaMemcpyHostToDevice);
    cudaMemcpy(dhb, hb, sizeof(hb), cudaMemcpyHostToDevice);
    cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &alpha, dha, CUDA_R_16F, 2, dhb, CUDA_R_16F, 2, &beta, dc,
                 CUDA_R_32F, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    cudaMemcpy(c, dc, sizeof(c), cudaMemcpyDeviceToHost);
    printf("half %g %g\n", c[0], c[3]);
    cublasDestroy(handle);

    const int n = 4096;
    float* numbers;
    cudaMalloc(&numbers, n * sizeof(float));
    curandGenerator_t generator;
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
    curandSetPseudoRandomGeneratorSeed(generator, 1234ULL);
    curandGenerateUniform(generator, numbers, n);
    static float got[n];
    cudaMemcpy(got, numbers, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0;
    bool fine = true;
    for (int i = 0; i < n; i++) {
        sum += got[i];
        fine = fine && got[i] > 0.0f && got[i] <= 1.0f;
    }
    printf("random in range, mean near 0.5: %d\n", fine && sum / n > 0.48 && sum / n < 0.52);
    curandDestroyGenerator(generator);
}
