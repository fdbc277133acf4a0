__global__ void k(float* out) {
again:
    out[0] += 1.0f;
    if (out[0] < 3.0f) goto again; //~ error: `goto` backwards is not modelled //~ help: write a loop
    if (out[0] > 9.0f) goto inside; //~ error: `goto` to a label inside a block is not modelled //~ help: among the function's outermost statements
    if (out[1] > 9.0f) {
        out[1] = 0.0f;
    inside:
        out[2] = 1.0f;
    }
    if (out[1] > 5.0f) goto kept; //~ error: `goto` to so much code, or to code with `static` variables, is not modelled //~ help: put what stands at the label in a function
    out[2] = 3.0f;
kept:
    static int count;
    out[3] = count++;
}
