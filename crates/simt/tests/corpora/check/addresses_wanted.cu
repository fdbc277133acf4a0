__global__ void count(int* a) {
    atomicAdd(a[0], 1); //~ error: no `atomicAdd` takes `int`, `int` //~ help: it works on the variable itself: hand over its address
    atomicMax(*a, 2); //~ error: no `atomicMax` takes `int`, `int` //~ help: hand over its address
    atomicAdd(a, 1.5, 2); //~ error: `atomicAdd` takes 2 arguments
}
int main() {
    int* a;
    cudaMalloc(a, 4); //~ error: `cudaMalloc` is not given the address of a pointer //~ help: write `&` before the pointer
    cudaMallocManaged(a, 4); //~ error: `cudaMallocManaged` is not given the address of a pointer
}
