// A low-rank adapter beside a matrix, and merged into it: the same outputs, not the same work.
// Shown in the lesson on LoRA:  course profile kernels/examples/lora.cu
#include <cstdio>

const int kOut = 256;   // rows of W
const int kIn = 128;    // columns of W
const int kRank = 4;

//@anchor beside
// y = W x, or y += W x. A thread owns a row; W lies column after column.
__global__ void apply(const float* w, const float* x, float* y,
                      int rows, int cols, bool add) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = add ? y[row] : 0.0f;
    for (int k = 0; k < cols; k++) sum += w[k * rows + row] * x[k];
    y[row] = sum;
}
//@endanchor beside

//@anchor merge
// W += B A, once, before the model is served.
__global__ void merge(float* w, const float* b, const float* a) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y;
    float sum = w[col * kOut + row];
    for (int r = 0; r < kRank; r++) {
        sum += b[r * kOut + row] * a[col * kRank + r];
    }
    w[col * kOut + row] = sum;
}
//@endanchor merge

int main() {
    float *w, *a, *b, *x, *low, *side, *merged;
    cudaMallocManaged(&w, kOut * kIn * sizeof(float));
    cudaMallocManaged(&a, kRank * kIn * sizeof(float));
    cudaMallocManaged(&b, kOut * kRank * sizeof(float));
    cudaMallocManaged(&x, kIn * sizeof(float));
    cudaMallocManaged(&low, kRank * sizeof(float));
    cudaMallocManaged(&side, kOut * sizeof(float));
    cudaMallocManaged(&merged, kOut * sizeof(float));
    // Small whole numbers, so that float sums are exact in any order.
    for (int i = 0; i < kOut * kIn; i++) w[i] = (float)(i * 7 % 11 - 5);
    for (int i = 0; i < kRank * kIn; i++) a[i] = (float)(i * 5 % 7 - 3);
    for (int i = 0; i < kOut * kRank; i++) b[i] = (float)(i * 3 % 5 - 2);
    for (int i = 0; i < kIn; i++) x[i] = (float)(i % 3 - 1);
    apply<<<2, 128>>>(w, x, side, kOut, kIn, false);   // W x
    apply<<<1, 32>>>(a, x, low, kRank, kIn, false);    // A x: 4 numbers
    apply<<<2, 128>>>(b, low, side, kOut, kRank, true);  // + B (A x)
    merge<<<dim3(2, kIn), 128>>>(w, b, a);
    apply<<<2, 128>>>(w, x, merged, kOut, kIn, false);  // (W + B A) x
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    int different = 0;
    for (int i = 0; i < kOut; i++) different += side[i] != merged[i];
    int full = kOut * kIn, adapter = kRank * (kIn + kOut);
    printf("W has %d numbers, B and A together %d: %.1f times fewer\n", full, adapter, (double)full / adapter);
    printf("beside: y[0] = %g; merged: y[0] = %g; %d of %d outputs differ\n", side[0], merged[0], different, kOut);
    for (float* p : {w, a, b, x, low, side, merged}) cudaFree(p);
    return 0;
}

//$ run
//> W has 32768 numbers, B and A together 1536: 21.3 times fewer
//> beside: y[0] = -1; merged: y[0] = -1; 0 of 256 outputs differ
//$ profile
//~ apply<<<2, 128>>> 2 65,536
//~ apply<<<1, 32>>> 1 1,024
//~ apply<<<2, 128>>> 1 2,048
//~ merge<<<(2, 128), 128>>> 1 262,144
