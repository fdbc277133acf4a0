// A struct with a field that is never set, copied whole through shared memory.
// buffer: out i32[64] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i < 32 ? i : 0
struct Item { int value, unused; };
__global__ void k(int* out) {
    __shared__ Item s[32];
    int t = threadIdx.x;
    s[t].value = t;
    __syncthreads();
    Item mine = s[t];
    Item other = mine;
    out[t] = other.value;
}
