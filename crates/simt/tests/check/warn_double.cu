__global__ void k(float* x, double* y) {
    x[0] = x[1] * 0.5; //~ warning: this literal is a `double` //~ help: a trailing `f`
    x[2] = x[1] + 1; 
    x[3] = 0.5;
    y[0] = y[1] * 0.5;
    if (x[0] > 1e-6) x[0] = 0; //~ warning: this literal is a `double`
    x[4] *= 2.0; //~ warning: this literal is a `double`
}
