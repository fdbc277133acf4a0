// buffer: out i32[8] = 0
// launch: k<<<1, 8>>>(out)
// expect: out[i] = max(i, 4) * 10 + i * i
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define SQUARE(x) ((x) * (x))
#define STORE(where, what) do { where[threadIdx.x] = (what); } while (0)
#define NAME(x) value_##x
__global__ void k(int* out) {
    int NAME(one) = threadIdx.x;
    STORE(out, MAX(value_one, 4) * 10 + SQUARE(value_one));
}
