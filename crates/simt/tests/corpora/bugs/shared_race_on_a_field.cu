// Every thread sets its own field of an element that all share, and reads its neighbour's without a barrier.
// buffer: out i32[64] = 0
// launch: k<<<1, 64>>>(out)
struct Cell { char tag; int value; };
__global__ void k(int* out) {
    __shared__ Cell cells[64];
    int t = threadIdx.x;
    cells[t].tag = 'x';
    cells[t].value = 10 * t;
    out[t] = cells[63 - t].value; //~ shared-race
}
/*~
error[F0201]: nothing orders two accesses to `cells[63].value`: thread (63, 0, 0) wrote 630, thread (0, 0, 0) read 630
  --> shared_race_on_a_field.cu:9:5
   |
 9 |     cells[t].value = 10 * t;
   |     ^^^^^^^^^^^^^^ 1. wrote 630
10 |     out[t] = cells[63 - t].value; //~ shared-race
   |              ------------------- 2. read 630
   |
   = thread: 1. (63, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
   = note: it happened 256 times
   = help: put `__syncthreads()` between the two, where every thread of the block reaches it
*/
