// Padding that nobody writes is copied with its struct, from shared memory to global memory and on, and nothing depends on it.
// buffer: out u8[1024] = uninit
// buffer: sums f32[32] = 0
// launch: k<<<1, 32>>>(out, sums)
// expect: sums[i] = 8 * i + 3
struct __align__(16) Padded { float x, y, z; };
struct __align__(16) Mixed { char a; float b; short c; };
__global__ void k(void* out, float* sums) {
    __shared__ Padded padded[32];
    __shared__ Mixed mixed[32];
    int t = threadIdx.x;
    padded[t].x = t;
    padded[t].y = t + 1;
    padded[t].z = t + 2;
    mixed[t].a = t;
    mixed[t].b = 2 * t;
    mixed[t].c = 2 * t;
    __syncthreads();
    Padded* p = (Padded*)out;
    Mixed* m = (Mixed*)(p + 32);
    p[31 - t] = padded[31 - t];
    m[31 - t] = mixed[31 - t];
    __syncthreads();
    Padded q = p[t];
    Mixed n = m[t];
    sums[t] = q.x + q.y + q.z + n.a + n.b + n.c;
}
