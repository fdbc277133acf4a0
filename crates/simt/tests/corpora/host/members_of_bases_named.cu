// What an object has of a base, or of a struct without a name in it, is the object's own to whoever reads the finding.
#include <cstdio>
struct Base {
    float *row;
};
struct Middle : Base {
    int n;
};
struct Whole : Middle {
    struct {
        float *out;
    };
};
//@ finding `whole.row` has 4 elements
//@ finding `whole.out` has 4 elements
__global__ void move(Whole whole) { whole.out[threadIdx.x + 1] = whole.row[threadIdx.x - 1]; }
int main() {
    Whole whole;
    whole.n = 4;
    cudaMalloc(&whole.row, 4 * sizeof(float));
    cudaMalloc(&whole.out, 4 * sizeof(float));
    cudaMemset(whole.row, 0, 4 * sizeof(float));
    move<<<1, 4>>>(whole);
    cudaDeviceSynchronize();
    cudaFree(whole.row);
    cudaFree(whole.out);
}
