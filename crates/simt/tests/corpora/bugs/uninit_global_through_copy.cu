// One kernel copies what nobody set, the next computes with it.
// buffer: a i32[8] = uninit
// buffer: b i32[8] = 0
// buffer: out i32[8] = 0
// launch: some<<<1, 4>>>(a)
// launch: copy<<<1, 8>>>(a, b)
// launch: use<<<1, 8>>>(b, out)
__global__ void some(int* a) { a[threadIdx.x] = 1; }
__global__ void copy(const int* a, int* b) { b[threadIdx.x] = a[threadIdx.x]; }
__global__ void use(const int* b, int* out) {
    out[threadIdx.x] = b[threadIdx.x] * 2; //~ uninitialised
}
/*~
error[F0105]: what is stored depends on `b[4]`, and what a kernel stored there was never set
  --> uninit_global_through_copy.cu:11:24
   |
11 |     out[threadIdx.x] = b[threadIdx.x] * 2; //~ uninitialised
   |                        ^^^^^^^^^^^^^^ 1. read here
   |     ---------------- 2. stored here
   |
   = thread: 1. (4, 0, 0) of block (0, 0, 0)
   = thread: 2. (4, 0, 0) of block (0, 0, 0)
   = note: it happened 4 times
   = help: it was copied from memory that nobody wrote, or computed from such: write that memory first
*/
