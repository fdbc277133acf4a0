// The device's heap has no room, and nobody looks.
// buffer: o i32[1] = 0
// launch: k<<<1, 1>>>(o)
__global__ void k(int *o) {
    int *p = (int *)malloc(size_t(1) << 30);
    p[0] = 1; //~ null-pointer
    *o = 5;
}
/*~
error[F0102]: write of 4 bytes through `p`, which is null
 --> null_from_malloc.cu:6:5
  |
6 |     p[0] = 1; //~ null-pointer
  |     ^^^^ write here
  |
  = thread: (0, 0, 0) of block (0, 0, 0): p = null
  = help: `malloc` and `new` in a kernel give null where the device's heap has no room (8 MiB unless said): test the pointer, or ask for more before the first launch, `cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes)`
*/
