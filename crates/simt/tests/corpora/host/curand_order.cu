// The numbers of the library's generators in its order: what it gives was read from libcurand 10.4 (`curandCreateGeneratorHost` needs no GPU).
#include <cstdio>
#include <curand.h>
#include <vector>
static curandGenerator_t made(curandRngType_t type) {
    curandGenerator_t g;
    curandCreateGeneratorHost(&g, type);
    curandSetPseudoRandomGeneratorSeed(g, 1234);
    return g;
}
static void one(curandRngType_t type, int far) {
    curandGenerator_t g = made(type);
    std::vector<unsigned> bits(far + 1);
    curandGenerate(g, bits.data(), far + 1);
    printf("%u %u %u, %u\n", bits[0], bits[1], bits[7], bits[far]);
    float f[4];
    double d[4];
    // From where the bits ended.
    curandSetGeneratorOffset(g, 0);
    int odd = curandGenerateNormal(g, f, 3, 0, 1);
    curandGenerateNormal(g, f, 4, 0, 1);
    curandGenerate(g, bits.data(), 2);
    printf("%d, %.5f %.5f, %u %u\n", odd, f[0], f[3], bits[0], bits[1]);
    curandSetGeneratorOffset(g, 0);
    curandGenerateUniformDouble(g, d, 4);
    curandGenerateUniform(g, f, 2);
    printf("%.10f %.10f, %.7f\n", d[0], d[1], f[0]);
    curandSetPseudoRandomGeneratorSeed(g, 99);
    curandSetGeneratorOffset(g, 4096);
    curandGenerateNormalDouble(g, d, 4, 10, 2);
    curandGenerateLogNormal(g, f, 2, 1, 0.5f);
    printf("%.9f %.9f, %.5f\n", d[0], d[2], f[0]);
    unsigned long long wide;
    printf("%d\n", curandGenerateLongLong(g, &wide, 1));
    curandDestroyGenerator(g);
}
int main() {
    one(CURAND_RNG_PSEUDO_DEFAULT, 8195);
    one(CURAND_RNG_PSEUDO_MRG32K3A, 81925);
    one(CURAND_RNG_PSEUDO_PHILOX4_32_10, 262150);
    curandGenerator_t sobol;
    curandCreateGeneratorHost(&sobol, CURAND_RNG_QUASI_SOBOL64);
    unsigned long long wide[3];
    printf("%d", curandGenerateLongLong(sobol, wide, 3));
    printf(" %llu %llu %llu\n", wide[0], wide[1], wide[2]);
    curandDestroyGenerator(sobol);
}
/* expect
624778773 3522650202 3362343509, 2665910990
105, 0.78097 0.56355, 2363946744 1266286439
0.4348988044 0.9264169202, 0.9147328
9.615004727 10.960280225, 2.20714
103
3379073520 653317650 1855630276, 2849003678
105, -0.36065 -0.90161, 4012281984 4237272334
0.7867518627 0.1521123691, 0.9880280
9.211622296 8.385565713, 3.58141
103
546353992 3665621163 253049307, 495137217
0, 0.46462 0.25434, 253049307 2336459095
0.8534689954 0.7960551488, 0.8167363
7.793708449 9.511433150, 6.40438
103
0 0 9223372036854775808 13835058055282163712
*/
