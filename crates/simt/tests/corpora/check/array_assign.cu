__global__ void k(float* out) {
    float a[2] = {1, 2}, b[2];
    b = a; //~ error: `b` is an array: it cannot be assigned as a whole
    out[0] = b[0] + a;  //~ error: what is added to a pointer must be an integer, not `float`
}
