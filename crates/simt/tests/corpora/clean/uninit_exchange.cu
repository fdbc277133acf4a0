// An exchange sets what was never set, and nobody asks for the old value.
// buffer: a i32[32] = uninit
// launch: k<<<1, 32>>>(a)
// expect: a[i] = i
__global__ void k(int* a) { atomicExch(&a[threadIdx.x], threadIdx.x); }
