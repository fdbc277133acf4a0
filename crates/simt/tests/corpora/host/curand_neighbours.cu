// The start of a sequence is the same however one gets there: from its neighbour, in any order, or by leaps from the first.
#include <cstdio>
#include <curand_kernel.h>

__device__ int differ;

__device__ void compare(unsigned long long seed, unsigned long long n)
{
    curandState there, leapt;
    curand_init(seed, n, 0, &there);
    curand_init(seed, 0, 0, &leapt);
    skipahead_sequence(n, &leapt);
    for (int i = 0; i < 5; i++)
        if (there.v[i] != leapt.v[i] || there.d != leapt.d) atomicAdd(&differ, 1);
}

__global__ void neighbours(unsigned long long seed) { compare(seed, blockIdx.x * blockDim.x + threadIdx.x); }
__global__ void backwards(unsigned long long seed) { compare(seed, 1000 - threadIdx.x); }
__global__ void apart(unsigned long long seed) { compare(seed + threadIdx.x % 3, threadIdx.x * 64 % 1009 * 12345678ull); }
// What NVIDIA's header gives.
__global__ void far()
{
    for (unsigned long long n : {1ull << 32, 1ull << 33, 11111110200ull, 1ull << 37, 1ull << 61}) {
        compare(1234, n);
        curandState s;
        curand_init(1234, n, 0, &s);
        unsigned first = curand(&s);
        printf("%llu %u %u\n", n, first, curand(&s));
    }
}

int main()
{
    neighbours<<<3, 96>>>(1234);
    neighbours<<<1, 32>>>(0);
    backwards<<<1, 128>>>(1234);
    apart<<<1, 64>>>(99);
    far<<<1, 1>>>();
    int found = 0;
    cudaMemcpyFromSymbol(&found, differ, sizeof found);
    printf("%d differ\n", found);
}
/* expect
4294967296 3737888903 2449879379
8589934592 1421041066 4106248094
11111110200 2469646031 1040152382
137438953472 778546089 3302307018
2305843009213693952 614225729 1556002520
0 differ
*/
