// Signs, points, hexadecimal numbers, and settings that are kept and given back.
#include <iomanip>
#include <iostream>
#include <sstream>
int main() {
    std::ios before(nullptr);
    before.copyfmt(std::cout);
    std::cout << std::showpos << 3u << ' ' << 3 << ' ' << 7ull << ' ' << 0L << ' ' << true << ' ' << -2 << ' ' << 1.5f << '\n';
    std::cout << std::uppercase << std::fixed << 1.0 / 0.0 << ' ' << std::scientific << 1.0 / 0.0 << ' ' << 1e10 << '\n';
    std::cout.copyfmt(before);
    std::cout << 3 << ' ' << 1e10 << ' ' << 0.1 << '\n';
    std::cout << std::hexfloat << 0.5 << ' ' << 100.0f << ' ' << std::uppercase << -0.1 << ' ' << std::setw(12) << 2.0 << '\n';
    std::cout.copyfmt(std::ios(NULL));
    std::cout << std::showpoint << std::setprecision(1) << 1e16 << ' ' << 4.0 << ' ' << std::setprecision(3) << 4.0 << '\n';
}
/* expect
3 +3 7 +0 +1 -2 +1.5
+inf +INF +1.000000E+10
3 1e+10 0.1
0x1p-1 0x1.9p+6 -0X1.999999999999AP-4       0X1P+1
1.e+16 4. 4.00
*/
