__global__ void k(float* out) {
again:
    out[0] += 1.0f;
    if (out[0] < 3.0f) goto again; //~ error: `goto` backwards is not modelled //~ help: write a loop
    if (out[0] > 9.0f) goto inside; //~ error: `goto` to a label inside a block is not modelled
    for (int i = 0; i < 3; i++) {
        out[i] = 0.0f;
    inside:
        out[i] = 1.0f;
    }
    if (out[1] > 9.0f) goto done; //~ error: this jump to `done` passes the first value of `x` //~ help: declare it before the `goto`
    float x = 2.0f;
    out[2] = x;
done:
    out[3] = 1.0f;
}
