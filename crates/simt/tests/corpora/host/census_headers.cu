// Headers and names of the standard library that the census counts and no other test has.
#include <assert.h>
#include <climits>
#include <cstdint>
#include <float.h>
#include <iomanip>
#include <iostream>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <type_traits>
template <int N> using number = std::integral_constant<int, N>;
int main() {
    static_assert(number<3>::value + number<4>() == 7, "constants");
    std::aligned_storage<sizeof(double), alignof(double)>::type room;
    memset(&room, 0, sizeof room);
    assert(sizeof room == 8);
    std::cout << std::setw(6) << std::fabs(-1.5) << '|' << fabs(-2.0) << '|' << std::setw(3) << 7 << '\n';
    std::cout << INT_MAX << ' ' << (unsigned)UINT8_MAX << ' ' << (FLT_MAX > 3e38f) << ' ' << (M_PI > 3.14) << '\n';
    std::cout << (time(nullptr) > 0) << ' ' << abs(-4) << ' ' << strlen("four") << '\n';
    std::exit(3);
}
//@ exit 3
/* expect
   1.5|2|  7
2147483647 255 1 1
1 4 4
*/
