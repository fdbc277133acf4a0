__global__ void k(int* out, int n) {
    constexpr int a = n; //~ error: `a` is `constexpr`, and this is not known at compile time
    static_assert(sizeof(int) == 8, "int has eight bytes"); //~ error: static assertion failed: int has eight bytes
    int b[n]; //~ error: the length of an array must be known at compile time //~ help: `n` has its value only when the program runs
    if constexpr (n > 1) out[0] = 1; //~ error: the condition of `if constexpr` must be known at compile time
    out[1] = a + b[0];
    int c[2.5f]; //~ error: the length of an array must be an integer, not `float`
    out[2] = c[0];
    out[3] = 99999999999999999999;  //~ error: 99999999999999999999
}
