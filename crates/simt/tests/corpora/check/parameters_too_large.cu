// CUDA carries 32,764 bytes of parameters to a kernel.
struct Large { char x[32768]; };
struct Fits { char x[32752]; };
__global__ void k(Large b, int *o) { *o = b.x[3]; } //~ error: the parameters of `k` take 32776 bytes, and CUDA carries at most 32764 to a kernel //~ help: a pointer
__global__ void j(Fits b, int *o);
