// Structs by value, returned, nested, in arrays.
// buffer: out i32[16] = 0
// launch: k<<<1, 16>>>(out)
// expect: out[i] = (i + 1) * 2 + 10 * (i + 2) + 100 * (i % 3 + 5)
struct P { int x; short y; };
struct Q { P a; P b; };
__device__ P make(int x, int y) {
    P p;
    p.x = x;
    p.y = y;
    return p;
}
__device__ Q twice(P p) {
    Q q = {p, {p.x + 1, 7}};
    q.a.x *= 2;
    return q;
}
__global__ void k(int* out) {
    int t = threadIdx.x;
    Q q = twice(make(t + 1, 3));
    P many[3];
    for (int i = 0; i < 3; i++) many[i] = make(i, i + 5);
    out[t] = q.a.x + 10 * q.b.x + 100 * many[t % 3].y;
}
