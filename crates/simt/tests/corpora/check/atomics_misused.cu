__global__ void k(float* f, int* i, const int* c, short* s, size_t* z) {
    atomicAdd(f[0], 1.0f); //~ error: no `atomicAdd` takes `float`, `float`
    atomicAdd(s, 1); //~ error: no `atomicAdd` takes `short*`, `int`
    atomicAdd(c, 1); //~ error: no `atomicAdd` takes `const int*`, `int`
    atomicMin(f, 1.0f); //~ error: no `atomicMin` takes `float*`, `float`
    atomicAdd(i); //~ error: `atomicAdd` takes 2 arguments, and 1 is given
    atomicAdd(z, 1); //~ error: no `atomicAdd` takes `unsigned long*`, `int`
    atomicInc(i, 4u); //~ error: argument 1 of `atomicInc` is `unsigned int*`, but the value is `int*`
    atomicAdd((unsigned long long*)z, 1ull);
}
