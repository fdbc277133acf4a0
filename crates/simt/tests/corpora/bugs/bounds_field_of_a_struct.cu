// An index leaves the array in a struct, in the last of the structs.
// buffer: out f32[2] = 0
// launch: k<<<1, 2>>>(out, 6)
struct Body { int n; float w[4]; };
__device__ Body bodies[2];
__global__ void k(float* out, int i) {
    out[threadIdx.x] = bodies[threadIdx.x].w[i]; //~ out-of-bounds
}
/*~
error[F0101]: out-of-bounds global read of 4 bytes: `bodies` has 2 elements of 20 bytes; `bodies[2].w[1]` begins 8 bytes past the end
 --> bounds_field_of_a_struct.cu:7:24
  |
7 |     out[threadIdx.x] = bodies[threadIdx.x].w[i]; //~ out-of-bounds
  |                        ^^^^^^^^^^^^^^^^^^^^^^^^ read here
  |
  = thread: (1, 0, 0) of block (0, 0, 0): i = 6
  = help: the variable has the size that its declaration says: keep the index below it, or make the variable larger
*/
