// Products with vectors and with matrices of few rows or columns, in halves, doubles and integers: either matrix turned, several at once, added
// to what was there. The numbers are small, so every order of rounding gives them exactly.
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <vector>

static int value(int i) { return i * 7 % 5 - 2; }

struct Shape {
    int m, n, k;
};
static const Shape shapes[] = {{64, 1, 40}, {1, 70, 33}, {5, 100, 16}, {129, 15, 7}, {15, 16, 20}, {16, 16, 20}, {1, 1, 100}, {3, 2, 0}};

template <typename T, typename C, typename S> static int wrong(cudaDataType of, cudaDataType to, cublasComputeType_t in) {
    cublasHandle_t handle;
    cublasCreate(&handle);
    int bad = 0;
    for (Shape s : shapes)
        for (int ways = 0; ways < 8; ways++) {
            bool a_turned = ways & 1, b_turned = ways & 2;
            int batches = ways & 4 ? 3 : 1;
            int words = sizeof(T) == 1 ? 3 : 0; // rows and matrices of bytes begin at multiples of four
            auto whole = [&](int n) { return (n + words) & ~words; };
            int lda = whole((a_turned ? s.k : s.m) + 1), ldb = whole((b_turned ? s.n : s.k) + 2), ldc = s.m + 1;
            int a_all = whole(lda * (a_turned ? s.m : s.k) + 3), b_all = whole(ldb * (b_turned ? s.k : s.n) + 1), c_all = ldc * s.n;
            std::vector<T> a(a_all * batches), b(b_all * batches);
            std::vector<C> c(c_all * batches), before;
            for (size_t i = 0; i < a.size(); i++) a[i] = T((float)value(i));
            for (size_t i = 0; i < b.size(); i++) b[i] = T((float)value(i + 3));
            for (size_t i = 0; i < c.size(); i++) c[i] = C((float)value(i + 1));
            before = c;
            T *da, *db;
            C *dc;
            cudaMalloc(&da, a.size() * sizeof(T) + 8);
            cudaMalloc(&db, b.size() * sizeof(T) + 8);
            cudaMalloc(&dc, c.size() * sizeof(C));
            cudaMemcpy(da, a.data(), a.size() * sizeof(T), cudaMemcpyHostToDevice);
            cudaMemcpy(db, b.data(), b.size() * sizeof(T), cudaMemcpyHostToDevice);
            cudaMemcpy(dc, c.data(), c.size() * sizeof(C), cudaMemcpyHostToDevice);
            S two = 2, beta = ways & 1 ? 3 : 0;
            cublasStatus_t status = cublasGemmStridedBatchedEx(
                handle, a_turned ? CUBLAS_OP_T : CUBLAS_OP_N, b_turned ? CUBLAS_OP_T : CUBLAS_OP_N, s.m, s.n, s.k, &two, da, of, lda, a_all, db,
                of, ldb, b_all, &beta, dc, to, ldc, c_all, batches, in, CUBLAS_GEMM_DEFAULT);
            if (status != CUBLAS_STATUS_SUCCESS) printf("status %d\n", (int)status);
            cudaMemcpy(c.data(), dc, c.size() * sizeof(C), cudaMemcpyDeviceToHost);
            for (int batch = 0; batch < batches; batch++)
                for (int i = 0; i < ldc; i++)
                    for (int j = 0; j < s.n; j++) {
                        int at = batch * c_all + j * ldc + i, sum = 0;
                        for (int q = 0; q < s.k; q++)
                            sum += value(batch * a_all + (a_turned ? i * lda + q : q * lda + i)) *
                                   value(batch * b_all + (b_turned ? q * ldb + j : j * ldb + q) + 3);
                        int want = i < s.m ? 2 * sum + (int)beta * (int)(float)before[at] : (int)(float)before[at];
                        bad += (int)(float)c[at] != want;
                    }
            cudaFree(da);
            cudaFree(db);
            cudaFree(dc);
        }
    cublasDestroy(handle);
    return bad;
}

int main() {
    printf("half %d\n", wrong<__half, __half, float>(CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F));
    printf("bfloat16 to float %d\n", wrong<__nv_bfloat16, float, float>(CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F));
    printf("float %d\n", wrong<float, float, float>(CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F));
    printf("double %d\n", wrong<double, double, double>(CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F));
    printf("bytes to int %d\n", wrong<signed char, int, int>(CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I));
}

/* expect
half 0
bfloat16 to float 0
float 0
double 0
bytes to int 0
*/
