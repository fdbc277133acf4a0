/* expect
1 1 1
0.188769380
1 1 1 1
0 104
1.16415e-10 0.5 0.75 0.25 0.375 0.875 0.625 0.125 
0 1 1
103
0
*/
#include <curand.h>
#include <curand_kernel.h>
#include <cstdio>
#include <cmath>
__global__ void mrg(unsigned int *bits, float *u, double *other) {
    curandStateMRG32k3a s;
    curand_init(1234, threadIdx.x, 0, &s);
    bits[threadIdx.x] = curand(&s);
    u[threadIdx.x] = curand_uniform(&s);
    curandStateMRG32k3a_t a, b;
    curand_init(99, 0, 5, &a);
    curand_init(99, 0, 0, &b);
    for (int i = 0; i < 5; i++) curand(&b);
    double first = curand_uniform_double(&a), second = curand_uniform_double(&b);
    other[2 * threadIdx.x] = first == second ? first : -1.0;
    other[2 * threadIdx.x + 1] = curand_normal(&a) + 0.0 * curand_normal_double(&b);
}
__global__ void moments(double *sums) {
    curandStatePhilox4_32_10_t s;
    curand_init(7, threadIdx.x, 0, &s);
    double ln = 0, po = 0, n = 0, nn = 0;
    for (int i = 0; i < 200; i++) {
        ln += curand_log_normal_double(&s, 0.0, 0.5);
        uint4 p = curand_poisson4(&s, 3.0);
        po += p.x + p.y + p.z + p.w;
        double4 v = curand_normal4_double(&s);
        n += v.x + v.y + v.z + v.w;
        float4 w = curand_log_normal4(&s, 0.0f, 0.1f);
        nn += w.x;
    }
    atomicAdd(sums, ln);
    atomicAdd(sums + 1, po);
    atomicAdd(sums + 2, n);
    atomicAdd(sums + 3, nn);
}
int main() {
    unsigned int *bits;
    float *u;
    double *other, *sums;
    cudaMallocManaged(&bits, 4096 * 4);
    cudaMallocManaged(&u, 4096 * 4);
    cudaMallocManaged(&other, 64 * 8);
    cudaMallocManaged(&sums, 32);
    mrg<<<1, 32>>>(bits, u, other);
    moments<<<1, 128>>>(sums);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", bits[0] != bits[1], u[3] > 0 && u[3] <= 1, other[0] > 0.0);
    printf("%.9f\n", other[0]);
    printf("%d %d %d %d\n", fabs(sums[0] / 25600 - exp(0.125)) < 0.02, fabs(sums[1] / 102400 - 3) < 0.05, fabs(sums[2] / 102400) < 0.02, fabs(sums[3] / 25600 - exp(0.005)) < 0.01);
    curandGenerator_t g;
    curandCreateGenerator(&g, CURAND_RNG_QUASI_SOBOL32);
    printf("%d %d\n", curandSetQuasiRandomGeneratorDimensions(g, 1), curandSetQuasiRandomGeneratorDimensions(g, 2));
    curandGenerateUniform(g, u, 8);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++) printf("%g ", u[i]);
    curandDestroyGenerator(g);
    curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_MT19937);
    curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_SEEDED);
    static unsigned int counts[4000];
    printf("\n%d ", curandGeneratePoisson(g, counts, 4000, 10.0));
    double mean = 0;
    for (unsigned int c : counts) mean += c / 4000.0;
    printf("%d ", fabs(mean - 10) < 0.3);
    static float logs[4000];
    curandGenerateLogNormal(g, logs, 4000, 0.0f, 0.25f);
    mean = 0;
    for (float c : logs) mean += c / 4000.0;
    printf("%d\n", fabs(mean - exp(0.03125)) < 0.05);
    unsigned long long wide[4];
    printf("%d\n", curandGenerateLongLong(g, wide, 4)); // only of generators of 64 bits
    curandDiscreteDistribution_t d;
    printf("%d\n", curandCreatePoissonDistribution(4.0, &d));
    curandDestroyDistribution(d);
    curandDestroyGenerator(g);
}
