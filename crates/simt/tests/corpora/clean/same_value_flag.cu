// Everybody who finds something writes the same: no order of these can be seen.
// buffer: a i32[256] = i
// buffer: found i32[1] = 0
// launch: k<<<2, 128>>>(a, found)
// expect: found = 1
__global__ void k(const int* a, int* found) {
    if (a[blockIdx.x * 128 + threadIdx.x] % 3 == 0) *found = 1;
}
