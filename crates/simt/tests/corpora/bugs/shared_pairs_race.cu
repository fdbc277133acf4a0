// Elements of an array of vectors are told by their own number, and the component.
// buffer: out f32[64] = 0
// launch: k<<<1, 64, 512>>>(out)
__global__ void k(float* out) {
    extern __shared__ float2 moving[];
    __shared__ float2 fixed[64];
    int i = threadIdx.x;
    moving[i] = make_float2(i, 2 * i);
    fixed[i] = moving[i];
    out[i] = moving[(i + 40) % 64].x * 0; //~ shared-race
    out[i] += fixed[(i + 40) % 64].y * 0; //~ shared-race
}
/*~
error[F0201]: nothing orders two accesses to `moving[40].x`: thread (40, 0, 0) wrote 40.0, thread (0, 0, 0) read 40.0
  --> shared_pairs_race.cu:8:5
   |
 8 |     moving[i] = make_float2(i, 2 * i);
   |     ^^^^^^^^^ 1. wrote 40.0
 9 |     fixed[i] = moving[i];
10 |     out[i] = moving[(i + 40) % 64].x * 0; //~ shared-race
   |              ----------------------- 2. read 40.0
   |
   = thread: 1. (40, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): i = 0
   = note: it happened 48 times
   = help: put `__syncthreads()` between the two, where every thread of the block reaches it

error[F0201]: nothing orders two accesses to `fixed[40].y`: thread (40, 0, 0) wrote 80.0, thread (0, 0, 0) read 80.0
  --> shared_pairs_race.cu:9:5
   |
 9 |     fixed[i] = moving[i];
   |     ^^^^^^^^ 1. wrote 80.0
10 |     out[i] = moving[(i + 40) % 64].x * 0; //~ shared-race
11 |     out[i] += fixed[(i + 40) % 64].y * 0; //~ shared-race
   |               ---------------------- 2. read 80.0
   |
   = thread: 1. (40, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): i = 0
   = note: it happened 48 times
   = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
