// Only a part was copied, from the middle on, and of that the last element was left out.
#include <cstdio>
__global__ void fill(short *out, int n) {
    int i = threadIdx.x;
    if (i < n - 1) out[i] = i;
}
int main() {
    short *d, *h = new short[8];
    cudaMalloc(&d, 32 * sizeof(short));
    fill<<<1, 32>>>(d, 32);
    for (int i = 0; i < 8; i++) h[i] = -1;
    cudaMemcpy(h + 2, d + 26, 6 * sizeof(short), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++) printf("%d ", h[i]);
    printf("\n");
    delete[] h;
    cudaFree(d);
}
/*~
warning[F0109]: the host reads bytes 62 to 63 of `d`, copied from the device, where nothing has written it
  --> unwritten_row_of_a_pitch.cu:13:47
   |
12 |     cudaMemcpy(h + 2, d + 26, 6 * sizeof(short), cudaMemcpyDeviceToHost);
   |     -------------------------------------------------------------------- 2. brought here
13 |     for (int i = 0; i < 8; i++) printf("%d ", h[i]);
   |                                               ^^^^ 1. read here
   |
   = values: 1. i = 7
   = help: nothing was ever stored in bytes 62 to 63 of `d`: has the grid a thread for every element?
*/
