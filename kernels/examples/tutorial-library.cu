// Tutorial, section 2: the same product by cuBLAS, which keeps matrices by columns where we keep them by rows.
//
// `course run kernels/examples/tutorial-library.cu`; on a GPU: `nvcc tutorial-library.cu -lcublas`.
//
// Here a library of our own answers to the names of cuBLAS. It gives the results; what it counts says nothing of NVIDIA's.

#include <cublas_v2.h>

#include <cstdio>
#include <vector>

const int M = 20, K = 48, N = 72;  // all different, so that a mix-up is seen

//@anchor call
// C = A * B, all by rows. Read by columns, the same memory holds the
// transposes, and C^T = B^T * A^T: so B comes first, with the columns of C
// as its rows, and no number moves.
cublasStatus_t product(cublasHandle_t handle, const float* a, const float* b,
                       float* c) {
    float one = 1.0f, zero = 0.0f;  // C = one * B^T * A^T + zero * C
    return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, M, K, &one,
                       b, N, a, K, &zero, c, N);  // N, K, N: length of a row
}
//@endanchor call

int main() {
    std::vector<float> a(M * K), b(K * N), c(M * N);
    for (int i = 0; i < M * K; ++i) a[i] = (float)(i % 13 - 6);
    for (int i = 0; i < K * N; ++i) b[i] = (float)(i % 7 - 3);
    float *da, *db, *dc;
    cudaMalloc(&da, a.size() * sizeof(float));
    cudaMalloc(&db, b.size() * sizeof(float));
    cudaMalloc(&dc, c.size() * sizeof(float));
    cudaMemcpy(da, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
    if (product(handle, da, db, dc) != CUBLAS_STATUS_SUCCESS) return 1;
    cudaMemcpy(c.data(), dc, c.size() * sizeof(float), cudaMemcpyDeviceToHost);

    int wrong = 0;
    for (int i = 0; i < M * N; ++i) {
        float right = 0.0f;
        for (int k = 0; k < K; ++k) right += a[i / N * K + k] * b[k * N + i % N];
        wrong += c[i] != right;
    }
    printf("%d x %d times %d x %d: %d of %d results wrong\n", M, K, K, N, wrong, M * N);
    cublasDestroy(handle);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    return wrong != 0;
}

//$ run
//> 20 x 48 times 48 x 72: 0 of 1440 results wrong
