__global__ void k(float* x, double* y) {
    x[0] = x[1] * 0.1; //~ warning: this literal is a `double` //~ help: a trailing `f`
    x[2] = x[1] + 1; 
    x[3] = 0.5;
    y[0] = y[1] * 0.5;
    if (x[0] > 1e-6) x[0] = 0; //~ warning: this literal is a `double`
    x[4] *= 2.2; //~ warning: this literal is a `double`
    x[5] = 2.0 * x[0] * x[1]; //~ warning: this literal is a `double`
    x[6] += 0.5 * x[0]; //~ warning: this literal is a `double`
    y[1] = x[0] * 0.5; //~ warning: this literal is a `double`
}
// One operation on what are `float`s exactly, whose result is a `float` at once: single precision all the same.
__global__ void same(float* x, int n) {
    x[0] = x[1] * 0.5;
    x[1] = 1.0 / x[2];
    x[2] = x[3] + 1.0;
    x[3] *= 2.0;
    x[4] = n > 1 ? x[5] : 0.0;
    if (x[6] >= 0. && x[6] <= 1.) x[6] = -x[5] - 3.0;
    x[7] = (float)(x[8] * -0.25);
}
