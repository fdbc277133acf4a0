// buffer: out f64[6] = 0
// launch: k<<<1, 1>>>(out, 0.1d, 3)
// expect: out = 0.30000000000000004; 0.010000000000000002; 3; 30; 0.1; 2
__global__ void k(double* out, double a, int n) {
    out[0] = a + 0.2;
    out[1] = a * a;
    out[2] = n;
    out[3] = n / a;
    out[4] = fmin(a, (double)n);
    out[5] = sqrt(n + 1.0);
}
