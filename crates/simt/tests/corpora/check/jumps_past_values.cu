__global__ void k(float* out) {
    float y;
    if (out[1] > 9.0f) goto done; //~ error: this jump to `done` passes the first value of `x` //~ help: declare it before the `goto`
    float x = 2.0f;
    out[2] = x;
done:
    y = 1.0f;
    out[3] = y;
}
