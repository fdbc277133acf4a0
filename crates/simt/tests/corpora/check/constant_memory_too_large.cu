__constant__ float table[20000]; //~ error: needs 80000 bytes of constant memory, and there are 65536
__device__ int bad = unknown_thing(); //~ error: `unknown_thing`
__global__ void k(float* out) { out[0] = table[0] + bad; }
