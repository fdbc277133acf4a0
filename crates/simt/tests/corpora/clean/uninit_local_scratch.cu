// A local stack: only what was pushed is popped.
// buffer: out i32[32] = 0
// launch: k<<<1, 32>>>(out)
// expect: out[i] = i * (i + 1) / 2
__global__ void k(int* out) {
    int stack[40], top = 0, sum = 0;
    for (int i = 0; i <= threadIdx.x; i++) stack[top++] = i;
    while (top > 0) sum += stack[--top];
    out[threadIdx.x] = sum;
}
