// Powers of complex numbers where base and exponent are of different kinds: in `double`, but for whole powers.
#include <complex>
#include <cstdio>
template <class T> int bytes(T) { return (int)sizeof(T); }
int main() {
    std::complex<float> z(1, 2);
    std::complex<double> w(3, -1);
    printf("%d %d %d %d\n", bytes(std::pow(z, 2)), bytes(std::pow(z, 2.0f)), bytes(std::pow(z, 2.0)), bytes(std::pow(z, w)));
    z = pow(z, 2);
    printf("%.4f %.4f\n", z.real(), z.imag());
    for (int n : {0, 1, 5, -3}) printf("%.9g %.9g  ", std::pow(z, n).real(), std::pow(z, n).imag());
    printf("\n");
    std::complex<double> a = std::pow(w, 3), b = std::pow(2, w), c = std::pow(z, w), d = std::pow(w, w);
    printf("%.4f %.4f  %.4f %.4f  %.4f %.4f  %.4f %.4f\n", a.real(), a.imag(), b.real(), b.imag(), c.real(), c.imag(), d.real(), d.imag());
}
/* expect
8 8 16 16
-3.0000 4.0000
1 0  -3 4  237 -3116  0.00748800021 -0.00281600002  
18.0000 -26.0000  6.1539 -5.1117  361.1383 -1085.8942  -11.8982 -19.5929
*/
