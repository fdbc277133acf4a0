struct S { int a; };
__global__ void k(float4* v, float* x, S s, int n) {
    v[0] = v[1] + v[2]; //~ error: `+` does not work on `float4` //~ help: vector types have no operators
    x[0] = x[1] % 2.0f; //~ error: `%` needs integers, and one side is `float` //~ help: `fmodf(a, b)`
    n = ~x[0]; //~ error: `~` does not work on `float`
    n = s + 1; //~ error: `+` does not work on `S`
    if (s) n = 1; //~ error: a condition must be a number or a pointer, not `S`
    x = x * 2; //~ error: `*` does not work on `float*`
    n = n[0]; //~ error: `int` has no elements to index
    x[1] = v[0][1]; //~ error: `float4` has no elements to index //~ help: `.x`
    x[2] <<= 1; //~ error: `<<` needs integers
    n = x[0] & 1; //~ error: `&` needs integers
    bool b = true;
    b++; //~ warning: a `bool` cannot be counted up or down
    b--; //~ error: a `bool` cannot be counted up or down
    n = &n; //~ error: `int` is assigned to, but the value is `int*`, an address
    int* p = &(n + 1); //~ error: only a variable, an element or a field has an address
    p[0] = 1;
}
