__global__ void k(int *p) {
    p[{0}] = 1; //~ error: braces are only a value where a type is given
}
