__device__ float onDevice(float x) { return x; }
__host__ __device__ int both(int x) { return x + (int)threadIdx.x; } //~ error: this built-in variable belongs to device code
__host__ __device__ int twice(int x) { return 2 * x; }
constexpr int four() { return 4; }
__global__ void k(float* x, int n) {}
template <typename T> __global__ void t(T* x) {}
__device__ float scale;
int hostOnly(int x) { return x; }
__host__ __device__ int mixed(int x) { return hostOnly(x); } //~ error: `hostOnly` runs on the host: device code cannot call it
__global__ void calls(int* p) { *p = mixed(1) + twice(four()); }
int gridDim; // any name will do on the host
void launches(float* x) {
    k(x, 1); //~ error: `k` is a kernel: it is launched, not called //~ help: write `k<<<blocks, threads>>>
    onDevice(1.0f); //~ error: `onDevice` runs on the device: host code cannot call it //~ help: call it from a kernel
    hostOnly<<<1, 1>>>(2); //~ error: `hostOnly` is not a kernel, and only a kernel can be launched
    k<<<1, 32>>>(x); //~ error: `k` takes 2 arguments, and 1 is given
    k<<<1, x>>>(x, 1); //~ error: the size of a grid or block must be `dim3`, but the value is `float*`
    k<<<1, 1, 0, 7>>>(x, 1); //~ error: a stream must be `void*`, but the value is `int`, not an address
    k<<<dim3(1, 2), {3, 4}>>>(x, four());
    t<<<1, 1>>>(x);
    t<int><<<1, 1>>>(x); //~ error: argument 1 of `t` is `int*`, but the value is `float*`
    both(1);
    unsigned blockDim = 3;
    int i = threadIdx.x; //~ error: this built-in variable belongs to device code: host code cannot use it
    __syncthreads(); //~ error: `__syncthreads` belongs to device code
    void (*kernel)(float*, int) = k;
    kernel<<<1, 1>>>(x); //~ error: the kernel takes 2 arguments, and 1 is given
    int (*f)(int) = hostOnly;
    f(1, 2); //~ error: the function takes 1 argument, and 2 are given
    int n = f; //~ error: `n` is `int`, but the value is `int (*)(int)`, an address
    char small[2] = "abc"; //~ error: this text has 3 characters, and there is room for 2
    undeclared(x); //~ error: nothing here is called `undeclared`
    asm("nop");
}
