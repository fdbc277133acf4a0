// A pointer to a function's variable is left in the caller's structure, and written through.
// buffer: out i32[4] = 0
// launch: k<<<1, 4>>>(out)
// expect: out[i] = 7
struct Node {
    int* value;
};
__device__ void fill(Node* node, int n) {
    int value = 2 * n;
    node->value = &value;
}
__global__ void k(int* out) {
    Node node;
    fill(&node, threadIdx.x);
    *node.value = 7; //~ dangling-local
    out[threadIdx.x] = *node.value; //~ dangling-local
}
/*~
error[F0108]: write of 4 bytes through a pointer to `value`, a local variable that is gone
  --> dangling_in_structure.cu:15:5
   |
15 |     *node.value = 7; //~ dangling-local
   |     ^^^^^^^^^^^ write here
   |
   = thread: (0, 0, 0) of block (0, 0, 0): node = value
   = note: it happened 4 times
   = help: a variable lives until its block or function ends: return the value itself, or let the caller give the memory

error[F0108]: read of 4 bytes through a pointer to `value`, a local variable that is gone
  --> dangling_in_structure.cu:16:24
   |
16 |     out[threadIdx.x] = *node.value; //~ dangling-local
   |                        ^^^^^^^^^^^ read here
   |
   = thread: (0, 0, 0) of block (0, 0, 0): node = value
   = note: it happened 4 times
   = help: a variable lives until its block or function ends: return the value itself, or let the caller give the memory
*/
