__global__ void k(int* out, unsigned u, int n) {
    out[0] = 2147483647 + 1; //~ warning: this does not fit `int` and wraps around
    out[1] = n / 0; //~ warning: division by zero
    out[2] = n << 32; //~ warning: a shift by 32 moves every bit out of `int`
    for (unsigned i = u; i >= 0; --i) out[i] = 1; //~ warning: this is always true: an unsigned number is never negative
    if (u < 0) out[3] = 1; //~ warning: this is always false
    if (u == -1) out[4] = 1; //~ warning: -1 is compared with an unsigned number
    unsigned char c = 300; //~ warning: 300 does not fit `unsigned char`: it becomes 44
    int i = 2.5f; //~ warning: 2.5 does not fit `int`: it becomes 2
    float a[4];
    a[4] = 1.0f; //~ warning: index 4 is outside `a`, which is `float[4]` //~ help: 0 to 3
    out[5] = c + i + a[0];
    if (n < u) out[6] = 1;
    unsigned mask = -1;
    out[7] = mask;
}
