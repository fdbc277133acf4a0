// buffer: out f32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = (31 - i) + 0.5 * (31 - i)
struct Item { int key; float value; };
__global__ void k(float* out) {
    __shared__ Item items[32];
    __shared__ int total;
    int t = threadIdx.x;
    if (t == 0) total = 31;
    items[t].key = t;
    items[t].value = 0.5f * t;
    __syncthreads();
    Item mine = items[total - t];
    out[t] = mine.key + mine.value;
}
