__global__ void k(int* out) {
    break; //~ error: `break` outside a loop or `switch`
    continue; //~ error: `continue` outside a loop
    switch (out[0]) {
        case 1: out[0] = 2; break;
        case 1: out[0] = 3; //~ error: `case 1` is there twice
        case 2: { case 3: out[0] = 4; }
    }
    switch (out[0]) { case 1.5f: break; } //~ error: a `case` must be an integer, not `float`
    switch (1.5f) { default: break; } //~ error: `switch` needs an integer, and this is `float`
    int n = out[0];
    switch (n) { case n: break; } //~ error: a `case` must be known at compile time
}
