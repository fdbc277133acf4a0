// One thread a pair.
// buffer: a i32[256] = i
// launch: k<<<1, 128>>>(a)
// expect: a[i] = 255 - i
__global__ void k(int* a) {
    int i = threadIdx.x, v = a[i];
    a[i] = a[255 - i];
    a[255 - i] = v;
}
