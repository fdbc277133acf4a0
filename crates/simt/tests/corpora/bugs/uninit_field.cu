// Of a struct one field is set, and another is read.
// buffer: out f32[1] = 0
// launch: k<<<1, 1>>>(out, 1)
struct Particle { float x, y; int tags[2]; };
__global__ void k(float* out, int i) {
    Particle p;
    p.x = 1;
    p.tags[0] = 2;
    out[0] = p.x + p.tags[i]; //~ uninitialised
}
/*~
error[F0105]: what is stored depends on `p.tags[1]`, which was never written
 --> uninit_field.cu:9:20
  |
9 |     out[0] = p.x + p.tags[i]; //~ uninitialised
  |                    ^^^^^^^^^ 1. read here
  |     ------ 2. stored here
  |
  = thread: 1. (0, 0, 0) of block (0, 0, 0): i = 1
  = thread: 2. (0, 0, 0) of block (0, 0, 0): i = 1
  = help: give the variable a value where it is declared
*/
