// buffer: out i32[2] = 0
// launch: k<<<1, 1>>>(out)
// expect: out = 45; 10
__global__ void k(int* out) {
    int sum = 0, j;
    int i;
    for (i = 0, j = 10; i < j; i++, j--) sum += i + j - 1;
    out[0] = sum;
    out[1] = (i, i + j);
}
