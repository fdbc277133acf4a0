// GCC's arithmetic that tells whether the result fits: by the names of one type, and for any types.
#include <climits>
#include <cstdio>
__global__ void add(int a, int b, int *out) { out[1] = __builtin_add_overflow(a, b, &out[0]); }
static_assert(__builtin_mul_overflow_p(1 << 20, 1 << 20, 0));
int main() {
    unsigned long product;
    unsigned int word;
    long long wide;
    long lower;
    int number;
    short small;
    unsigned char byte;
    int told = __builtin_umull_overflow(1ul << 40, 1ul << 30, &product);
    printf("%d %lu\n", told, product);
    told = __builtin_umull_overflow(1ul << 33, 1ul << 30, &product);
    printf("%d %lu\n", told, product);
    told = __builtin_saddll_overflow(LLONG_MAX, 1, &wide);
    printf("%d %lld\n", told, wide);
    told = __builtin_ssubl_overflow(LONG_MIN, 1, &lower);
    printf("%d %ld\n", told, lower);
    told = __builtin_smul_overflow(INT_MIN, -1, &number);
    printf("%d %d\n", told, number);
    told = __builtin_smul_overflow(-65536, 32768, &number);
    printf("%d %d\n", told, number);
    told = __builtin_usub_overflow(3, 4, &word);
    printf("%d %u\n", told, word);
    told = __builtin_uadd_overflow(UINT_MAX, 0, &word);
    printf("%d %u\n", told, word);
    told = __builtin_mul_overflow(300, 200, &small);
    printf("%d %d\n", told, small);
    told = __builtin_sub_overflow(3u, 4, &byte);
    printf("%d %d\n", told, byte);
    told = __builtin_add_overflow(-1, 4ull, &byte);
    printf("%d %d\n", told, byte);
    printf("%d %d\n", __builtin_add_overflow_p(INT_MAX, 1, 0), __builtin_sub_overflow_p(INT_MIN, INT_MIN, 0));
    int *device, back[2];
    cudaMalloc(&device, sizeof(back));
    add<<<1, 1>>>(INT_MAX, 2, device);
    cudaMemcpy(back, device, sizeof(back), cudaMemcpyDeviceToHost);
    printf("%d %d\n", back[1], back[0]);
    cudaFree(device);
}
/* expect
1 0
0 9223372036854775808
1 -9223372036854775808
1 9223372036854775807
1 -2147483648
0 -2147483648
1 4294967295
0 4294967295
1 -5536
1 255
0 3
1 0
1 -2147483647
*/
