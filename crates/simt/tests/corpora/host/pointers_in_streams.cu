// A pointer is an address before it is a truth value; `INFINITY` and `NAN` are the host's too; the C library's smaller functions.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <helper_cuda.h>
struct Told {
    Told &operator<<(bool) { printf("bool\n"); return *this; }
    Told &operator<<(const void *) { printf("address\n"); return *this; }
};
const char *which(bool) { return "bool"; }
const char *which(const void *) { return "address"; }
enum status { FINE, BROKEN };
int main() {
    int n = 3, *p = &n;
    cudaEvent_t event;
    cudaEventCreate(&event);
    Told told;
    told << p << event << true;
    printf("%s %s %s\n", which(p), which(&p), which(n > 2));
    std::ostringstream a, b;
    a << p;
    b << (void *)p;
    std::cout << (a.str() == b.str()) << "\n";
    float m = -INFINITY;
    double x = HUGE_VAL;
    printf("%d %d %d\n", m < -1e30f, x > 1e300, std::isnan(NAN));
    printf("%lld %ld %ld\n", std::llabs(-5000000000ll), labs(-7l), (long)std::div(17, 5).rem);
    std::chrono::milliseconds d(2345);
    printf("%ld %ld %ld\n", (d % 1000).count(), (d % std::chrono::seconds(1)).count(), (3 * d).count());
    time_t when = 86400l * 365 + 3661;
    tm *parts = std::gmtime(&when);
    char text[64];
    printf("%zu %s|", strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %b %j %I%p", parts), text);
    printf("%zu\n", strftime(text, 4, "%Y", parts));
    std::cout << std::put_time(parts, "%d.%m.%y %T") << " " << (mktime(parts) == when) << "\n" << std::asctime(parts);
    check(FINE, "fine", __FILE__, __LINE__);
}
/* expect
address
address
bool
address address bool
1
1 1 1
5000000000 7 2
345 345 7035
36 1971-01-01 01:01:01 Fri Jan 001 01AM|0
01.01.71 01:01:01 1
Fri Jan  1 01:01:01 1971
*/
