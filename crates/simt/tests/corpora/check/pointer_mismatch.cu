__device__ void take(float* p, int n) { p[n] = 1.0f; }
__global__ void k(float* f, double* d, int* i) {
    f = d; //~ error: `float*` is assigned to, but the value is `double*`
    take(d, 1); //~ error: argument 1 of `take` is `float*`, but the value is `double*`
    take(f[0], 1); //~ error: argument 1 of `take` is `float*`, but the value is `float`
    take(f); //~ error: `take` takes 2 arguments, and 1 is given
    take(f, 1, 2); //~ error: `take` takes 2 arguments, and 3 are given
    float x = f; //~ error: `x` is `float`, but the value is `float*`, an address //~ help: `p[i]` or `*p`
    int* p = 5; //~ error: `p` is `int*`, but the value is `int`, not an address
    f[0] = f + f; //~ error: two pointers cannot be added
    f[1.5f] = 2.0f; //~ error: an index must be an integer, not `float`
    i[0] = *x;
    *i[0] = 3; //~ error: `*` needs a pointer, and this is `int`
    void* v = f;
    v[0] = 1; //~ error: a `void*` points at nothing that has a type
    v += 8;
    ++v; //~ error: a `void*` has no elements
    i[1] = v - (v + 8); //~ error: a `void*` has no elements
    if (f == i) return; //~ error: `float*` and `int*` cannot be compared
}
