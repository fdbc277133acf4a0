// A member that is a reference is bound from the start, to a variable that it may write to, and stays what it is.
struct S { int &r; int k; };
struct Keeps { const float &value; };
__global__ void run(int *out) {
    const int c = 1;
    float g = 2;
    int x = 3;
    S fixed{c, 1}; //~ error: `c` is `const`, and `int&` could write to it
    S number{3, 1}; //~ error: `int&` needs a variable, and this is only a value
    S nothing{}; //~ error: `r` of `S` is a reference, and nothing is given for it
    S bare; //~ error: `r` of `S` is a reference, and nothing is given for it
    S other{g, 1}; //~ error: `int&` needs a variable of type `int`, and this is `float`
    S u{x}, v{x};
    u = v; //~ error: `S` cannot be assigned: `r` is a reference, which stays what it is
    Keeps fine{1.5f};
    out[0] = u.k + (int)fine.value;
}
