__global__ void k(int* out, int a, int b) {
    if (a = b) out[0] = 1; //~ warning: this assigns, and the condition is the value assigned //~ help: `==` compares
    if ((a = b)) out[0] = 2;
    a == b; //~ warning: this value is computed and not used //~ help: `=` assigns
    a; //~ warning: this value is computed and not used
    if (a > 0); //~ warning: this `;` is the whole body of the `if`
    out[1] = 3;
    while (a < b) { ++a; }
    (void)b;
}
