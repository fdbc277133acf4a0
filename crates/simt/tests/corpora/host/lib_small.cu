// The smaller headers: limits, chrono, complex, atomics, C's strings and numbers.
//@ exit 3
#include <atomic>
#include <cctype>
#include <chrono>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <limits>
#include <mutex>
#include <ratio>
#include <string_view>
#include <thread>
#include <type_traits>

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
template <class T> const char *kind() {
    if constexpr (std::is_integral_v<T>) return "whole";
    else if constexpr (std::is_floating_point<T>::value) return "real";
    else return "other";
}

int main() {
    printf("%d %u %g %g %g %d\n", std::numeric_limits<int>::max(), std::numeric_limits<unsigned>::max(), std::numeric_limits<float>::lowest(), std::numeric_limits<double>::epsilon(), std::numeric_limits<float>::infinity(), std::numeric_limits<float>::digits);
    std::chrono::milliseconds ms(1500);
    printf("%ld %ld %g\n", (long)std::chrono::duration_cast<std::chrono::seconds>(ms).count(), (long)std::chrono::microseconds(ms).count(), std::chrono::duration<double>(ms).count());
    auto start = std::chrono::high_resolution_clock::now();
    auto stop = std::chrono::high_resolution_clock::now();
    std::chrono::duration<double, std::milli> took = stop - start;
    printf("%d %d\n", took.count() >= 0, std::chrono::duration_cast<std::chrono::microseconds>(took).count() >= 0);
    std::complex<double> z(1, 2), w = z * z + std::complex<double>(0, 1);
    printf("%g %g %g %g\n", w.real(), w.imag(), std::abs(std::complex<double>(3, 4)), std::norm(z));
    std::cout << w << std::endl;
    std::atomic<int> n{0};
    n++;
    n.fetch_add(5);
    std::mutex m;
    {
        std::lock_guard<std::mutex> lock(m);
        n += 2;
    }
    int seen = 0;
    std::thread worker([&seen]() { seen = 42; });
    worker.join();
    printf("%d %d\n", n.load(), seen);
    printf("%s %s %s\n", kind<int>(), kind<float>(), kind<char *>());
    printf("%d %d %d\n", std::is_same<int, std::remove_reference<int &>::type>::value, std::is_same_v<std::conditional_t<true, int, float>, int>, std::is_pointer<int *>::value);
    int values[] = {5, 2, 9, 1};
    qsort(values, 4, sizeof(int), by_value);
    printf("%d %d %d %d\n", values[0], values[1], values[2], values[3]);
    printf("%d %ld %g %d\n", atoi("  -42x"), strtol("0x1f", nullptr, 0), atof("2.5e-1"), abs(-3));
    char text[32] = "one,two;three";
    for (char *p = strtok(text, ",;"); p; p = strtok(nullptr, ",;")) printf("[%s]", p);
    printf("\n%d %d %s %s %zu\n", strcmp("abc", "abd") < 0, strncmp("abc", "abd", 2), strchr("hello", 'l'), strstr("hello", "lo"), strlen("four"));
    char buffer[64];
    int written = snprintf(buffer, sizeof buffer, "%5d|%-5s|%05.1f|%x|%c|%%", 42, "ab", 3.14159, 255u, 'z');
    printf("%s %d\n", buffer, written);
    int i;
    float f;
    char word[16];
    printf("%d ", sscanf("12 3.5 word", "%d %f %s", &i, &f, word));
    printf("%d %g %s\n", i, f, word);
    void *p = calloc(4, 4);
    p = realloc(p, 64);
    memset(p, 1, 8);
    printf("%d %d\n", ((int *)p)[0], memcmp(p, "\1\1\1\1", 4));
    free(p);
    printf("%c %c %d %d\n", toupper('a'), tolower('Q'), isdigit('5') != 0, isspace('x') != 0);
    std::string_view view = "look here";
    std::cout << view.substr(5) << ' ' << view.size() << std::endl;
    srand(1);
    printf("%d\n", clock() >= 0 && time(nullptr) > 1000);
    return 3;
}

/* expect
2147483647 4294967295 -3.40282e+38 2.22045e-16 inf 24
1 1500000 1.5
1 1
-3 5 5 5
(-3,5)
8 42
whole real other
1 1 1
1 2 5 9
-42 31 0.25 3
[one][two][three]
1 0 llo lo 4
   42|ab   |003.1|ff|z|% 24
3 12 3.5 word
16843009 0
A q 1 0
here 9
1
*/
