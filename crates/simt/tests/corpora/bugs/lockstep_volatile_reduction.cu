// The same with `volatile`, as it was written before compute capability 7.0.
// buffer: in i32[64] = 1
// buffer: out i32[1] = 0
// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) {
    __shared__ volatile int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    s[t + 32] = in[t + 32];
    s[t] += s[t + 32];
    s[t] += s[t + 16]; //~ lockstep-race
    s[t] += s[t + 8]; //~ lockstep-race
    s[t] += s[t + 4]; //~ lockstep-race
    s[t] += s[t + 2]; //~ lockstep-race
    s[t] += s[t + 1]; //~ lockstep-race
    if (t == 0) out[0] = s[0];
}
/*~
warning[F0204]: nothing orders two accesses to `s[16]`: thread (16, 0, 0) wrote 2, thread (0, 0, 0) read 2
  --> lockstep_volatile_reduction.cu:10:5
   |
10 |     s[t] += s[t + 32];
   |     ^^^^ 1. wrote 2
11 |     s[t] += s[t + 16]; //~ lockstep-race
   |             --------- 2. read 2
   |
   = thread: 1. (16, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
   = note: it happened 16 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[32]`: thread (0, 0, 0) wrote 1, thread (16, 0, 0) read 1
  --> lockstep_volatile_reduction.cu:9:5
   |
 9 |     s[t + 32] = in[t + 32];
   |     ^^^^^^^^^ 1. wrote 1
10 |     s[t] += s[t + 32];
11 |     s[t] += s[t + 16]; //~ lockstep-race
   |             --------- 2. read 1
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (16, 0, 0) of block (0, 0, 0): t = 16
   = note: it happened 16 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[16]`: thread (0, 0, 0) read 2, thread (16, 0, 0) wrote 3
  --> lockstep_volatile_reduction.cu:11:13
   |
11 |     s[t] += s[t + 16]; //~ lockstep-race
   |             ^^^^^^^^^ 1. read 2
   |     ---- 2. wrote 3
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (16, 0, 0) of block (0, 0, 0): t = 16
   = note: it happened 16 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[8]`: thread (8, 0, 0) wrote 4, thread (0, 0, 0) read 4
  --> lockstep_volatile_reduction.cu:11:5
   |
11 |     s[t] += s[t + 16]; //~ lockstep-race
   |     ^^^^ 1. wrote 4
12 |     s[t] += s[t + 8]; //~ lockstep-race
   |             -------- 2. read 4
   |
   = thread: 1. (8, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
   = note: it happened 24 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[32]`: thread (0, 0, 0) wrote 1, thread (24, 0, 0) read 1
  --> lockstep_volatile_reduction.cu:9:5
   |
 9 |     s[t + 32] = in[t + 32];
   |     ^^^^^^^^^ 1. wrote 1
...
12 |     s[t] += s[t + 8]; //~ lockstep-race
   |             -------- 2. read 1
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (24, 0, 0) of block (0, 0, 0): t = 24
   = note: it happened 8 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[8]`: thread (0, 0, 0) read 4, thread (8, 0, 0) wrote 7
  --> lockstep_volatile_reduction.cu:12:13
   |
12 |     s[t] += s[t + 8]; //~ lockstep-race
   |             ^^^^^^^^ 1. read 4
   |     ---- 2. wrote 7
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (8, 0, 0) of block (0, 0, 0): t = 8
   = note: it happened 8 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[16]`: thread (0, 0, 0) read 3, thread (16, 0, 0) wrote 6
  --> lockstep_volatile_reduction.cu:11:13
   |
11 |     s[t] += s[t + 16]; //~ lockstep-race
   |             ^^^^^^^^^ 1. read 3
12 |     s[t] += s[t + 8]; //~ lockstep-race
   |     ---- 2. wrote 6
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (16, 0, 0) of block (0, 0, 0): t = 16
   = note: it happened 16 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[4]`: thread (4, 0, 0) wrote 8, thread (0, 0, 0) read 8
  --> lockstep_volatile_reduction.cu:12:5
   |
12 |     s[t] += s[t + 8]; //~ lockstep-race
   |     ^^^^ 1. wrote 8
13 |     s[t] += s[t + 4]; //~ lockstep-race
   |             -------- 2. read 8
   |
   = thread: 1. (4, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
   = note: it happened 28 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[32]`: thread (0, 0, 0) wrote 1, thread (28, 0, 0) read 1
  --> lockstep_volatile_reduction.cu:9:5
   |
 9 |     s[t + 32] = in[t + 32];
   |     ^^^^^^^^^ 1. wrote 1
...
13 |     s[t] += s[t + 4]; //~ lockstep-race
   |             -------- 2. read 1
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (28, 0, 0) of block (0, 0, 0): t = 28
   = note: it happened 4 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[4]`: thread (0, 0, 0) read 8, thread (4, 0, 0) wrote 15
  --> lockstep_volatile_reduction.cu:13:13
   |
13 |     s[t] += s[t + 4]; //~ lockstep-race
   |             ^^^^^^^^ 1. read 8
   |     ---- 2. wrote 15
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (4, 0, 0) of block (0, 0, 0): t = 4
   = note: it happened 4 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[8]`: thread (0, 0, 0) read 7, thread (8, 0, 0) wrote 14
  --> lockstep_volatile_reduction.cu:12:13
   |
12 |     s[t] += s[t + 8]; //~ lockstep-race
   |             ^^^^^^^^ 1. read 7
13 |     s[t] += s[t + 4]; //~ lockstep-race
   |     ---- 2. wrote 14
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (8, 0, 0) of block (0, 0, 0): t = 8
   = note: it happened 8 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[16]`: thread (0, 0, 0) read 6, thread (16, 0, 0) wrote 12
  --> lockstep_volatile_reduction.cu:11:13
   |
11 |     s[t] += s[t + 16]; //~ lockstep-race
   |             ^^^^^^^^^ 1. read 6
12 |     s[t] += s[t + 8]; //~ lockstep-race
13 |     s[t] += s[t + 4]; //~ lockstep-race
   |     ---- 2. wrote 12
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (16, 0, 0) of block (0, 0, 0): t = 16
   = note: it happened 16 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[2]`: thread (2, 0, 0) wrote 16, thread (0, 0, 0) read 16
  --> lockstep_volatile_reduction.cu:13:5
   |
13 |     s[t] += s[t + 4]; //~ lockstep-race
   |     ^^^^ 1. wrote 16
14 |     s[t] += s[t + 2]; //~ lockstep-race
   |             -------- 2. read 16
   |
   = thread: 1. (2, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
   = note: it happened 30 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[32]`: thread (0, 0, 0) wrote 1, thread (30, 0, 0) read 1
  --> lockstep_volatile_reduction.cu:9:5
   |
 9 |     s[t + 32] = in[t + 32];
   |     ^^^^^^^^^ 1. wrote 1
...
14 |     s[t] += s[t + 2]; //~ lockstep-race
   |             -------- 2. read 1
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (30, 0, 0) of block (0, 0, 0): t = 30
   = note: it happened 2 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[2]`: thread (0, 0, 0) read 16, thread (2, 0, 0) wrote 31
  --> lockstep_volatile_reduction.cu:14:13
   |
14 |     s[t] += s[t + 2]; //~ lockstep-race
   |             ^^^^^^^^ 1. read 16
   |     ---- 2. wrote 31
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (2, 0, 0) of block (0, 0, 0): t = 2
   = note: it happened 2 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[4]`: thread (0, 0, 0) read 15, thread (4, 0, 0) wrote 30
  --> lockstep_volatile_reduction.cu:13:13
   |
13 |     s[t] += s[t + 4]; //~ lockstep-race
   |             ^^^^^^^^ 1. read 15
14 |     s[t] += s[t + 2]; //~ lockstep-race
   |     ---- 2. wrote 30
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (4, 0, 0) of block (0, 0, 0): t = 4
   = note: it happened 4 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[8]`: thread (0, 0, 0) read 14, thread (8, 0, 0) wrote 28
  --> lockstep_volatile_reduction.cu:12:13
   |
12 |     s[t] += s[t + 8]; //~ lockstep-race
   |             ^^^^^^^^ 1. read 14
13 |     s[t] += s[t + 4]; //~ lockstep-race
14 |     s[t] += s[t + 2]; //~ lockstep-race
   |     ---- 2. wrote 28
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (8, 0, 0) of block (0, 0, 0): t = 8
   = note: it happened 8 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[16]`: thread (0, 0, 0) read 12, thread (16, 0, 0) wrote 24
  --> lockstep_volatile_reduction.cu:11:13
   |
11 |     s[t] += s[t + 16]; //~ lockstep-race
   |             ^^^^^^^^^ 1. read 12
...
14 |     s[t] += s[t + 2]; //~ lockstep-race
   |     ---- 2. wrote 24
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (16, 0, 0) of block (0, 0, 0): t = 16
   = note: it happened 16 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[1]`: thread (1, 0, 0) wrote 32, thread (0, 0, 0) read 32
  --> lockstep_volatile_reduction.cu:14:5
   |
14 |     s[t] += s[t + 2]; //~ lockstep-race
   |     ^^^^ 1. wrote 32
15 |     s[t] += s[t + 1]; //~ lockstep-race
   |             -------- 2. read 32
   |
   = thread: 1. (1, 0, 0) of block (0, 0, 0)
   = thread: 2. (0, 0, 0) of block (0, 0, 0): t = 0
   = note: it happened 31 times
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two

warning[F0204]: nothing orders two accesses to `s[32]`: thread (0, 0, 0) wrote 1, thread (31, 0, 0) read 1
  --> lockstep_volatile_reduction.cu:9:5
   |
 9 |     s[t + 32] = in[t + 32];
   |     ^^^^^^^^^ 1. wrote 1
...
15 |     s[t] += s[t + 1]; //~ lockstep-race
   |             -------- 2. read 1
   |
   = thread: 1. (0, 0, 0) of block (0, 0, 0)
   = thread: 2. (31, 0, 0) of block (0, 0, 0): t = 31
   = help: lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two
*/
