// Moving a vector onto itself in another order.
// buffer: out i32[4] = 0
// launch: k<<<1, 1>>>(out)
// expect: out = 4; 3; 2; 1
__global__ void k(int* out) {
    int4 v = make_int4(1, 2, 3, 4);
    v = make_int4(v.w, v.z, v.y, v.x);
    *(int4*)out = v;
}
