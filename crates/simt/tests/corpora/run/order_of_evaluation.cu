// buffer: out i32[6] = 0
// launch: k<<<1, 1>>>(out)
// expect: out = 5; 6; 11; 3; 2; 1
__device__ int next(int& n) { return n++; }
__global__ void k(int* out) {
    int n = 5;
    int first[2] = {next(n), next(n)};
    out[0] = first[0];
    out[1] = first[1];
    int a = 10;
    int b = (a++, a);
    out[2] = b;
    int i = 2;
    int c = i++ == 2 && i == 3 ? i : 0;
    out[3] = c;
    int x = 1, y = 2;
    int t = x;
    x = y;
    y = t;
    out[4] = x;
    out[5] = y;
}
