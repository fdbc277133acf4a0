float scale = 2.0f;
int helper(int x) { return x; }
__global__ void other(int* p) { *p = 1; }
__global__ void k(int* out) {
    out[0] = helper(1); //~ error: `helper` runs on the host //~ help: write `__device__`
    out[1] = scale; //~ error: `scale` is a variable of the host
    other(out); //~ error: `other` is a kernel and cannot be called from device code
    other<<<1, 1>>>(out); //~ error: launching a kernel from device code (dynamic parallelism) is not modelled
}
