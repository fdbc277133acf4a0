__global__ void k(float2 *a, double2 *d, unsigned short *s) {
    atomicAdd(a, 1.0f); //~ error: no `atomicAdd` takes `float2*`, `float`
    atomicAdd(d, *d); //~ error: no `atomicAdd` takes `double2*`, `double2`
    atomicCAS(s, *s, *s);
    atomicCAS_block(s, *s, *s); //~ error: no `atomicCAS_block` takes `unsigned short*`, `unsigned short`, `unsigned short`
}
