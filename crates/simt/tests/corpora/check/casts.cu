struct S { int a; };
__global__ void k(float* f, const float* c, double d, int n, S s) {
    int* p = static_cast<int*>(f); //~ error: `float*` cannot be cast to `int*` this way //~ help: `reinterpret_cast<int*>(…)`
    n = reinterpret_cast<int>(d); //~ error: `double` cannot be cast to `int` this way //~ help: `static_cast<int>(…)`
    n = (int)f; //~ warning: an address has 64 bits, and `int` keeps only some of them //~ help: `size_t`
    f = static_cast<float*>(c); //~ error: cannot be cast
    f = const_cast<float*>(c);
    n = (int)s; //~ error: `S` cannot be cast to `int` this way
    s = (S)n; //~ error: `int` cannot be cast to `S` this way
    n = float(n, 2); //~ error: `float` takes one value
    unsigned long long a = (unsigned long long)f;
    p[0] = a;
}
