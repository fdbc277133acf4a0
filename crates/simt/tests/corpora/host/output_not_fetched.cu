// What a kernel prints comes from the device with the next thing that waits for it, or the next launch; at the end of a program nothing
// does. Seen on an H200.
#include <cstdio>
__global__ void say(const char *what, int n) {
    if (n) printf("kernel %d\n", n);
}
int main() {
    int *p;
    say<<<1, 1>>>("", 1);
    printf("after the first launch\n");
    cudaDeviceSynchronize();
    say<<<1, 1>>>("", 2);
    printf("after the second\n");
    say<<<1, 1>>>("", 3);
    printf("after the third\n");
    cudaMalloc(&p, 4);
    cudaMemcpy(p, &p, 4, cudaMemcpyHostToDevice);
    say<<<1, 1>>>("", 4);
    say<<<1, 1>>>("", 0);
    say<<<1, 1>>>("", 5);
    cudaGetLastError();
    printf("the end\n");
    return 0;
}
//@ says output not fetched: what `say` printed stays on the device, as on a GPU: the program ends and nothing has waited for it
//@ says :20
//@ says `cudaDeviceSynchronize();`
/* expect
after the first launch
kernel 1
after the second
kernel 2
after the third
kernel 3
kernel 4
the end
*/
