// One block counts by an atomic of its own scope, the others by one of the device's: a minimum among 64 bits.
// buffer: least u64[1] = 1000
// launch: k<<<3, 32>>>(least)
__global__ void k(unsigned long long* least) {
    unsigned long long mine = 10 * blockIdx.x + threadIdx.x;
    if (blockIdx.x == 1) atomicMin_block(least, mine); //~ global-race
    else atomicMin(least, mine); //~ global-race
}
/*~
error[F0203]: nothing orders two accesses to `least[0]`: thread (0, 0, 0) of block (0, 0, 0) changed it by an atomic, thread (0, 0, 0) of block (1, 0, 0) changed it by an atomic of block scope
 --> global_atomic_of_two_scopes.cu:7:10
  |
6 |     if (blockIdx.x == 1) atomicMin_block(least, mine); //~ global-race
  |                          ---------------------------- 2. changed it by an atomic of block scope
7 |     else atomicMin(least, mine); //~ global-race
  |          ^^^^^^^^^^^^^^^^^^^^^^ 1. changed it by an atomic
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0)
  = thread: 2. (0, 0, 0) of block (1, 0, 0): mine = 10
  = note: it happened 4 times
  = help: an atomic of block scope (`_block`, `.cta`, `cuda::thread_scope_block`) is one only to the threads of its block: where several blocks meet, use one of the device's scope, such as `atomicAdd`
*/
