// Literals with a suffix of a library's or the program's.
#include <chrono>
#include <cstdio>
#include <string>
using namespace std::string_literals;
struct Metres {
    double n;
};
constexpr Metres operator""_km(unsigned long long n) { return Metres{n * 1000.0}; }
constexpr Metres operator""_km(long double n) { return Metres{(double)n * 1000}; }
unsigned long operator""_length(const char *text, size_t n) { return n; }
namespace both {
using namespace std;
size_t of_each() { return "abc"s.size() + (2s).count(); }
}
int main() {
    using namespace std::chrono_literals;
    auto wait = 250ms + 1s;
    printf("%ld %ld %g\n", (long)wait.count(), (long)std::chrono::microseconds(3ms).count(), (double)(1.5s).count());
    auto start = std::chrono::steady_clock::now();
    auto ends = start + 20ms;
    auto spent = ends - start + start - start;
    printf("%d %ld\n", ends > start, (long)std::chrono::duration_cast<std::chrono::milliseconds>(spent).count());
    printf("%g %g %lu\n", (3_km).n, (2.5_km).n, "four"_length);
    std::string text = "ab"s + "c";
    printf("%s %zu %zu\n", text.c_str(), "a\0b"s.size(), both::of_each());
}
/* expect
1250 3000 1.5
1 20
3000 2500 4
abc 3 5
*/
