// Complex numbers: std's on the host, Thrust's on both sides, the functions of each.
#include <complex>
#include <cstdio>
#include <iostream>
#include <thrust/complex.h>
typedef thrust::complex<float> Number;
__host__ __device__ int steps(Number c, int most) {
    Number z(0.0f, 0.0f);
    int n = 0;
    while (n < most && thrust::abs(z) <= 2.0f) {
        z = z * z + c;
        ++n;
    }
    return n;
}
__global__ void count(int *out, int most) { out[threadIdx.x] = steps(Number(threadIdx.x * 0.25f - 2, 0.5f), most); }
__global__ void turn(thrust::complex<double> *out) {
    thrust::complex<double> i(0, 1);
    out[0] = thrust::exp(i * 3.14159265358979323846);
    out[1] = 2 / (1.0 + i);
    out[2] = thrust::pow(i, 2.0) + thrust::conj(i) - 1;
    out[3] = thrust::sqrt(thrust::complex<double>(-4.0));
}
int main() {
    std::complex<double> a(3, -4), b(1, 2);
    std::cout << a + b << a - b << a * b << a / b << -a << 2.0 * a << a + 1.0 << 1.0 - a << '\n';
    printf("%g %g %g %g\n", std::abs(a), std::norm(a), std::real(std::conj(a)), std::arg(std::complex<double>(0, 1)));
    std::complex<double> r = std::sqrt(a), p = std::pow(b, 2.0), l = std::log(std::exp(b)), s = std::sin(b);
    printf("%.3f %.3f  %.3f %.3f  %.3f %.3f  %.3f %.3f\n", r.real(), r.imag(), p.real(), p.imag(), l.real(), l.imag(), s.real(), s.imag());
    a += b;
    a *= 2;
    printf("%d %d %g\n", a == std::complex<double>(8, -4), a != b, std::polar(2.0, 0.0).real());
    int *counts, host[8];
    cudaMalloc(&counts, sizeof host);
    count<<<1, 8>>>(counts, 50);
    cudaMemcpy(host, counts, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++) printf("%d%s", host[i], host[i] == steps(Number(i * 0.25f - 2, 0.5f), 50) ? " " : "! ");
    thrust::complex<double> *turned, got[4];
    cudaMalloc(&turned, sizeof got);
    turn<<<1, 1>>>(turned);
    cudaMemcpy(got, turned, sizeof got, cudaMemcpyDeviceToHost);
    for (const auto &z : got) printf(" %.3f,%.3f", z.real(), z.imag() + 0.0001);
    std::cout << "\n" << thrust::complex<float>(1, 2) << '\n';
    cudaFree(counts);
    cudaFree(turned);
}
/* expect
(4,-2)(2,-6)(11,2)(-1,-2)(-3,4)(6,-8)(4,-4)(-2,4)
5 25 3 1.5708
2.000 -1.000  -3.000 4.000  1.000 2.000  3.166 1.960
1 1 2
1 3 3 4 5 6 50 50  -1.000,0.000 1.000,-1.000 -2.000,-1.000 0.000,2.000
(1,2)
*/
