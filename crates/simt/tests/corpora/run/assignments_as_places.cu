// buffer: out i32[9] = 0
// launch: k<<<1, 1>>>(out)
// expect: out = 3; 114; 7; 107; 10; 5; 12; 107; 3
// What an assignment or `++x` gives is the place itself, found once.
__device__ void set(int &x) { x += 100; }
__device__ int &pick(int *a, int &i) { return a[i++]; }
__global__ void k(int *out) {
    int v = 0, a[4] = {0}, i = 0;
    ++ ++ ++v;
    out[0] = v;
    (((v += 1) += 10) += 100) -= 1;
    out[1] = ++v;
    (a[i++] = 5) += 2;
    set(a[i++] = 7);
    int &q = (a[i++] = 9);
    q++;
    for (int n = 0; n < 3; n++) out[2 + n] = a[n];
    int n = 5;
    ++(pick(out, n) = 4);
    float f = 1.0f;
    (f *= 2) += 10;
    out[6] = (int)f;
    set(out[7] = 7);
    out[8] = i;
}
