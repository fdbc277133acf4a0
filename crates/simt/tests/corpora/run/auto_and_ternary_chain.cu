// buffer: out i32[6] = 0
// launch: k<<<1, 6>>>(out)
// expect: out[i] = i < 2 ? 1 : i < 4 ? 2 : 3
__global__ void k(int* out) {
    auto t = threadIdx.x;
    auto& cell = out[t];
    const auto v = t < 2 ? 1 : t < 4 ? 2 : 3;
    cell = v;
}
