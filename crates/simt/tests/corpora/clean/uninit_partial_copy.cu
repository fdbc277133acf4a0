// A buffer of which a part is in use is copied whole.
// buffer: a i32[64] = uninit
// buffer: b i32[64] = uninit
// buffer: out i32[32] = 0
// launch: set<<<1, 32>>>(a)
// launch: copy<<<1, 64>>>(a, b)
// launch: use<<<1, 32>>>(b, out)
// expect: out[i] = 2 * i
__global__ void set(int* a) { a[threadIdx.x] = threadIdx.x; }
__global__ void copy(const int* a, int* b) { b[threadIdx.x] = a[threadIdx.x]; }
__global__ void use(const int* b, int* out) { out[threadIdx.x] = b[threadIdx.x] + b[threadIdx.x]; }
