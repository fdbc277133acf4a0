// `using std::x;` for what the file has already, and `std` from the file.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
using std::abs;
using std::div_t;
using std::FILE;
using std::printf;
using std::size_t;
using std::sqrt;
using std::time_t;
namespace mine {
using std::FILE;
using ::time_t;
}
int main() {
    FILE *f = stdout;
    mine::FILE *g = f;
    mine::time_t t = 1;
    std::time_t u = t;
    div_t d = div(7, 2);
    size_t n = 4;
    fprintf(g, "%d %d %d %zu\n", (int)t, (int)u, d.quot, n);
    printf("%g %d %g\n", sqrt(4.0), abs(-3), abs(-2.5));
}
/* expect
1 1 3 4
2 3 2.5
*/
