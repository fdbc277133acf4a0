__global__ void k(float* f, int* i, float4 v, int n) {
    f[0] = n ? f : i; //~ error: the arms of `? :` have types `float*` and `int*`
    f[1] = n ? v : 1.0f; //~ error: the arms of `? :`
    f[2] = n ? 1 : 2.5f;
    float* p = n ? f : nullptr;
    const float* q = n ? p : (const float*)f;
    f[3] = q[0];
}
