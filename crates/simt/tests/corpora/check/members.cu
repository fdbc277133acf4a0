struct Point { float x, y; };
__global__ void k(Point* p, float4 v, float* out, int n) {
    out[0] = p->z; //~ error: `Point` has no member `z` //~ help: it has `x`, `y`
    out[1] = p.x; //~ error: `Point*` has no members //~ help: write `->x`
    out[2] = v.a; //~ error: `float4` has no member `a`
    out[3] = n.x; //~ error: `int` has no members
    out[4] = threadIdx.w; //~ error: `threadIdx` has no member `w`
    out[5] = v.X; //~ error: `float4` has no member `X` //~ help: did you mean `x`?
}
