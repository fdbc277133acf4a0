__global__ void k(int* out) {
    out[0] = f(1); //~ error: `f` is declared only further down //~ help: move it above
    out[1] = N; //~ error: `N` is declared only further down
}
__device__ int f(int x) { return x; }
const int N = 3;
