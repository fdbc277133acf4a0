// buffer: a u16[256] = 0
// buffer: b u16[128] = 0
// buffer: c f32[128] = 0
// buffer: h f32[128] = 0
// buffer: s i32[128] = 0
// buffer: t f32[128] = 0
// buffer: wrong i32[5] = 0
// launch: fill<<<1, 256>>>(a, b)
// launch: product<<<1, 32>>>(a, b, c, h, s, t)
// launch: compare<<<1, 128>>>(a, b, c, h, s, t, wrong)
// expect: wrong = 0; 0; 0; 0; 0
__device__ float of_a(int row, int k) { return (row * 7 + k * 3) % 11 - 5; }
__device__ float of_b(int k, int column) { return (k * 5 + column * 2) % 7 - 3; }

__global__ void fill(unsigned short* a, unsigned short* b) {
    int i = threadIdx.x;
    a[i] = __simt_half_from_float(of_a(i / 16, i % 16), 0);
    if (i < 128) b[i] = __simt_half_from_float(of_b(i / 8, i % 8), 0);
}

__global__ void product(unsigned short* a, unsigned short* b, float* c, float* h, int* s, float* t) {
    __shared__ alignas(16) unsigned short as[256];
    __shared__ alignas(16) unsigned short bs[128];
    int lane = threadIdx.x, group = lane / 4, four = lane % 4;
    for (int i = lane; i < 256; i += 32) as[i] = a[i];
    for (int i = lane; i < 128; i += 32) bs[i] = b[i];
    __syncwarp();
    // A: four 8x8 matrices, rows first; B: two, transposed.
    unsigned ra[4], rb[2];
    unsigned at = (unsigned)__cvta_generic_to_shared(&as[(lane % 16) * 16 + lane / 16 * 8]);
    asm volatile("ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%0, %1, %2, %3}, [%4];\n"
                 : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3]) : "r"(at));
    at = (unsigned)__cvta_generic_to_shared(&bs[(lane % 16) * 8]);
    asm volatile("ldmatrix.sync.aligned.x2.trans.m8n8.shared.b16 {%0, %1}, [%2];\n" : "=r"(rb[0]), "=r"(rb[1]) : "r"(at));
    float d[4] = {1, 1, 1, 1};
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};\n"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
    for (int i = 0; i < 4; i++) c[(group + 8 * (i / 2)) * 8 + 2 * four + i % 2] = d[i];
    // The same in half, twice eight deep.
    unsigned e[2] = {0, 0};
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%5, %6};"
                 : "=r"(e[0]), "=r"(e[1]) : "r"(ra[0]), "r"(ra[1]), "r"(rb[0]), "r"(e[0]), "r"(e[1]));
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%0, %1};"
                 : "+r"(e[0]), "+r"(e[1]) : "r"(ra[2]), "r"(ra[3]), "r"(rb[1]));
    // Through shared memory, a row of eight at a time.
    at = (unsigned)__cvta_generic_to_shared(&bs[(lane % 16) * 8]);
    __syncwarp();
    asm volatile("stmatrix.sync.aligned.x2.m8n8.shared.b16 [%0], {%1, %2};" ::"r"(at), "r"(e[0]), "r"(e[1]));
    __syncwarp();
    for (int i = lane; i < 128; i += 32) h[i] = __simt_half_to_float(bs[i]);
    // Bytes.
    unsigned qa[2] = {0, 0}, qb = 0;
    for (int i = 0; i < 8; i++) qa[i / 4] |= ((unsigned)(int)of_a(group + 8 * (i / 4), 4 * four + i % 4) & 0xff) << 8 * (i % 4);
    for (int i = 0; i < 4; i++) qb |= ((unsigned)(int)of_b(4 * four + i, group) & 0xff) << 8 * i;
    int q[4];
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %7, %7, %7};"
                 : "=r"(q[0]), "=r"(q[1]), "=r"(q[2]), "=r"(q[3]) : "r"(qa[0]), "r"(qa[1]), "r"(qb), "r"(2));
    for (int i = 0; i < 4; i++) s[(group + 8 * (i / 2)) * 8 + 2 * four + i % 2] = q[i];
    // tf32, eight deep.
    unsigned ta[4], tb[2];
    for (int i = 0; i < 4; i++) ta[i] = __float_as_uint(of_a(group + 8 * (i % 2), four + 4 * (i / 2)));
    for (int i = 0; i < 2; i++) tb[i] = __float_as_uint(of_b(four + 4 * i, group));
    float z = 0;
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%10, %10, %10, %10};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(ta[0]), "r"(ta[1]), "r"(ta[2]), "r"(ta[3]), "r"(tb[0]), "r"(tb[1]), "f"(z));
    for (int i = 0; i < 4; i++) t[(group + 8 * (i / 2)) * 8 + 2 * four + i % 2] = d[i];
}

__global__ void compare(unsigned short* a, unsigned short* b, float* c, float* h, int* s, float* t, int* wrong) {
    int row = threadIdx.x / 8, column = threadIdx.x % 8;
    float sum = 0, eight = 0;
    for (int k = 0; k < 16; k++) {
        sum += of_a(row, k) * of_b(k, column);
        if (k == 7) eight = sum;
    }
    if (c[threadIdx.x] != sum + 1) atomicAdd(&wrong[0], 1);
    if (h[threadIdx.x] != sum) atomicAdd(&wrong[1], 1);
    if (s[threadIdx.x] != (int)sum + 2) atomicAdd(&wrong[2], 1);
    if (t[threadIdx.x] != eight) atomicAdd(&wrong[3], 1);
}
