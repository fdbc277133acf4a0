// Leaps of XORWOW over every digit of a sequence's number; the numbers are those of a leap bit by bit.
#include <cstdio>
#include <curand_kernel.h>

__global__ void draw() {
    for (unsigned long long n : {0ull, 1ull, 63ull, 64ull, 12345ull, 4294967295ull, 77777777ull, 1048576ull}) {
        curandState s;
        curand_init(42 + n, n, n % 7, &s);
        unsigned first = curand(&s), second = curand(&s);
        printf("%llu %u %u\n", n, first, second);
    }
}

int main() {
    draw<<<1, 1>>>();
    cudaDeviceSynchronize();
}
/* expect
0 300737663 2363150160
1 858139321 1713206924
63 458166656 3431352960
64 3928221951 3254139077
12345 4270410232 116426836
4294967295 365393194 3785261594
77777777 2344276539 684942938
1048576 1451831732 3753153739
*/
