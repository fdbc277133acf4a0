__constant__ float weights[4];
__global__ void k(const float* in, float* out) {
    in[0] = 1.0f; //~ error: cannot assign to `in[…]`: it is `const`
    const int n = 4;
    n = 5; //~ error: cannot assign to `n`: it is `const`
    n += 1; //~ error: cannot change `n`: it is `const`
    weights[0] = 1.0f; //~ warning: `weights` is constant memory, which a kernel cannot change //~ help: the host sets it
    float* w = weights;
    out[2] = w[0];
    float* p = in; //~ error: that would drop the `const`
    out[0] = *p;
    threadIdx.x = 3; //~ error: `threadIdx.x` says where the thread is and cannot be changed
    3 = n; //~ error: the left of `=` must be a variable
    const int m; //~ error: `m` is `const` and has no value
    out[1] = m;
}
