// Names of the C library that programs meet less often, `std::` before them too.
#include <ccomplex>
#include <cctype>
#include <cmath>
#include <complex.h>
#include <cstdio>
#include <cstring>

__global__ void not_numbers(int *out) { out[0] = isnan(nan("")) + isnan(nanf("")); }

int main() {
    int *d, h;
    cudaMalloc(&d, 4);
    not_numbers<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    cudaFree(d);
    printf("%d %d\n", h, std::isnan(std::nan("1")) && std::isnan(std::nanf("")));
    printf("%d %d %d\n", std::fpclassify(0.0) == FP_ZERO, std::fpclassify(1e-310) == FP_SUBNORMAL, std::fpclassify(INFINITY) == FP_INFINITE);
    printf("%d %d %d\n", std::isnormal(1.0f), std::isnormal(1e-40f), std::isunordered(1.0, NAN));
    printf("%d %d %d\n", std::isgreater(2.0, 1.0), std::isless(2.0, 1.0), std::islessgreater(NAN, 1.0));
    printf("%d %d %s\n", (int)std::strspn("aab", "a"), (int)std::strcspn("aab", "b"), std::strpbrk("one,two", ","));
    printf("%d %d\n", std::isprint('a') != 0, std::iscntrl('\n') != 0);
    std::complex<double> z(1, 2);
    printf("%g %g %g\n", real(z * z), imag(conj(z)), std::norm(z));
    std::putc('.', stdout);
    std::fputc('\n', stdout);
}
/* expect
2 1
1 1 1
1 0 1
1 0 0
2 2 ,two
1 1
-3 -2 5
.
*/
