// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i * 3 + 5 + (i > 3 ? 100 : 0)
struct Point { int x, y; };
struct Box { Point low, high; };
__device__ int width(const Box& b) { return b.high.x - b.low.x; }
__device__ void move(Box& b, int by) {
    b.low.x += by;
    b.high.x += 2 * by;
}
__global__ void k(int* out) {
    int t = threadIdx.x;
    Box b;
    b.low = {t, 0};
    b.high.x = 3 * t + 5;
    b.high.y = 1;
    move(b, t);
    Box c = b;
    if (t > 3) c.high.x += 100;
    out[t] = width(c);
}
