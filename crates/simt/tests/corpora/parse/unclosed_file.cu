__global__ void k(float *a) { //~ E0203 this `{` is never closed
  a[0] = 1;
