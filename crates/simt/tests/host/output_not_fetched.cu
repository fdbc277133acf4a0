// What a kernel prints comes from the device with the next thing that waits for it; at the end of a program nothing does.
#include <cstdio>
__global__ void early() { printf("early %d\n", threadIdx.x); }
__global__ void late(int n) {
    if (n) printf("late\n");
}
int main() {
    early<<<1, 2>>>();
    late<<<1, 1>>>(1);
    return 0;
}
//@ says output not fetched: what `late` printed would stay on a GPU: the program ends and nothing has waited for it
//@ says :9:
//@ says `cudaDeviceSynchronize();`
/* expect
early 0
early 1
late
*/
