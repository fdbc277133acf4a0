// A name of dynamic shared memory is one variable: instances of a template and kernels cannot give it two types.
template <class T> __global__ void fill(T *x) {
    extern __shared__ T s[]; //~ error: `s` is `double[]` here and was `float[]` before //~ help: extern __shared__ unsigned char bytes[]
    s[threadIdx.x] = 1;
    x[threadIdx.x] = s[threadIdx.x];
}
__global__ void whole(int *x) {
    extern __shared__ int tile[];
    tile[0] = 1;
    *x = tile[0];
}
__global__ void part(short *x) {
    extern __shared__ short tile[]; //~ error: `tile` is `short[]` here and was `int[]` before //~ label: declared first here
    tile[0] = 1;
    *x = tile[0];
}
__global__ void again(int *x) {
    extern __shared__ __align__(16) int tile[];
    *x = tile[1];
}
namespace other {
__global__ void own(double *x) {
    extern __shared__ double tile[];
    *x = tile[0];
}
}
__global__ void meant(int *x) {
    extern __shared__ volatile int flags[];
    *x = flags[0];
}
__global__ void missed(int *x) {
    extern __shared__ int flags[]; //~ error: `flags` is `int[]` here and was `volatile int[]` before
    *x = flags[0];
}
void start(float *f, double *d) {
    fill<<<1, 32, 128>>>(f);
    fill<<<1, 32, 256>>>(d);
}
