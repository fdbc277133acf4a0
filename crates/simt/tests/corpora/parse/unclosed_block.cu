__global__ void k(float *a) {
  for (int i = 0; i < 3; ++i) {
    if (i) { //~ E0203 this `{` is never closed
      a[i] = 1;
    a[i] = 2;
  }
}

__global__ void k2(float *a) {
  a[0] = 1 //~ E0202 expected `;`
}
